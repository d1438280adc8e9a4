import type { Migration } from './migrate.ts';

/** Versions of the rules of alerts, which people change over the API. */
export const alertSettings: Migration = {
  number: 34,
  title: 'alert settings',
  sql: `
ALTER TABLE alert_rules ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE alert_rules ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
`,
};
