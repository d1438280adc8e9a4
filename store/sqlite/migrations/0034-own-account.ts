import type { Migration } from './migrate.ts';

/** What people settle of their own account: how they want the dashboard. */
export const ownAccount: Migration = {
  number: 34,
  title: 'own-account',
  sql: `
-- chosen: JSON.
CREATE TABLE account_preferences (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  chosen TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
