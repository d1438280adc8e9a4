import type { Migration } from './migrate.ts';

/** What people settle of their own account: how they want the dashboard, and a new password in place of a forgotten one. */
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

-- requested_at: null = an administrator made the link.
CREATE TABLE password_resets (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  requested_at INTEGER,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_resets_of_account ON password_resets (account_id, requested_at);
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);
`,
};
