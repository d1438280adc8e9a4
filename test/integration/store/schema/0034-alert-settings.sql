CREATE TABLE alert_rules (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  settings TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 1, updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, type)
) STRICT, WITHOUT ROWID;
-- no longer: CREATE TABLE alert_rules (
