CREATE TABLE category_indexes (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  names INTEGER NOT NULL,
  counts TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE category_sources (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  id TEXT NOT NULL,
  format TEXT NOT NULL,
  location TEXT NOT NULL,
  category TEXT,
  mapping TEXT NOT NULL,
  state TEXT NOT NULL,
  problem TEXT,
  etag TEXT,
  last_modified TEXT,
  checked_at INTEGER,
  list_hash TEXT,
  held_hash TEXT,
  released_hash TEXT,
  vouched TEXT NOT NULL,
  names INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE category_updates (
  organisation_id INTEGER PRIMARY KEY REFERENCES organisations (id),
  holder TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT
