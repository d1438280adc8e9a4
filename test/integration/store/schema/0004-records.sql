CREATE TRIGGER record_texts_of_ou AFTER UPDATE OF path ON ous WHEN old.path <> new.path BEGIN
  UPDATE OR IGNORE record_texts SET text = new.path, key = new.path
  WHERE organisation_id = new.organisation_id AND field = 'ou' AND text = old.path;
END;
CREATE TABLE purge_receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  organisation_id INTEGER,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE record_partitions (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  kind TEXT NOT NULL CHECK (kind IN ('logs', 'activity')),
  day INTEGER NOT NULL,
  name TEXT NOT NULL UNIQUE,
  rows INTEGER NOT NULL,
  min_at INTEGER NOT NULL,
  max_at INTEGER NOT NULL,
  purging INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, kind, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE record_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  field TEXT NOT NULL,
  text TEXT NOT NULL,
  key TEXT NOT NULL,
  last_day INTEGER NOT NULL,
  UNIQUE (organisation_id, field, text)
) STRICT;
CREATE TABLE rollup_days (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  ou INTEGER NOT NULL,
  field INTEGER NOT NULL,
  day INTEGER NOT NULL,
  value INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  blocked INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, ou, field, day, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE rollup_hours (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  ou INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  blocked INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, ou, hour)
) STRICT, WITHOUT ROWID;
CREATE TABLE stray_records (
  device_at INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  record_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (device_at, device_id, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX purge_receipts_by_range ON purge_receipts (kind, organisation_id, to_at);
CREATE INDEX purge_receipts_by_time ON purge_receipts (at);
CREATE INDEX record_texts_by_key ON record_texts (organisation_id, field, key);
CREATE INDEX stray_records_by_day ON stray_records (day)
