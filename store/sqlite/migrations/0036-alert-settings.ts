import type { Migration } from './migrate.ts';

/** What people set about alerts over the API: versions of the rules, who is mailed, and how far each address was told. */
export const alertSettings: Migration = {
  number: 36,
  title: 'alert settings',
  sql: `
ALTER TABLE alert_rules ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE alert_rules ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;

CREATE TABLE alert_notifications (
  organisation_id INTEGER PRIMARY KEY REFERENCES organisations (id),
  recipients TEXT NOT NULL,
  quiet_hours TEXT,
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Places are sequences of events. sending: the mail that is under way, made again of the same alerts after a crash.
CREATE TABLE alert_mailboxes (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  email TEXT NOT NULL,
  told_up_to INTEGER NOT NULL,
  critical_up_to INTEGER NOT NULL,
  sending_up_to INTEGER,
  sending_critical INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, email)
) STRICT, WITHOUT ROWID;
`,
};
