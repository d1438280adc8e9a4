CREATE TABLE record_partitions (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  kind TEXT NOT NULL CHECK (kind IN ('logs', 'activity')),
  day INTEGER NOT NULL,
  name TEXT NOT NULL UNIQUE,
  rows INTEGER NOT NULL,
  min_at INTEGER NOT NULL,
  max_at INTEGER NOT NULL,
  purging INTEGER NOT NULL DEFAULT 0, layout INTEGER NOT NULL DEFAULT 1, keyed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, kind, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE record_secret (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL
) STRICT;
-- no longer: CREATE TABLE record_partitions (
