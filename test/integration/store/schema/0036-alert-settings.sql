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
CREATE TABLE alert_notifications (
  organisation_id INTEGER PRIMARY KEY REFERENCES organisations (id),
  recipients TEXT NOT NULL,
  quiet_hours TEXT,
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE alert_rules (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  settings TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 1, updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, type)
) STRICT, WITHOUT ROWID;
-- no longer: CREATE TABLE alert_rules (
