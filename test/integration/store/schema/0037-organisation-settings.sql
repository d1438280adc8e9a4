CREATE TABLE organisation_settings (
  organisation_id INTEGER PRIMARY KEY REFERENCES organisations (id),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT
