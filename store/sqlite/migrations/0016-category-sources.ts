import type { Migration } from './migrate.ts';

/** Where names of categories come from, and the indexes that were built from them. */
export const categorySources: Migration = {
  number: 16,
  title: 'category-sources',
  sql: `
-- location: an address or a path. category: that of all its names, null where the source names its own. mapping: its names of categories by ours.
-- list_hash, held_hash, released_hash: SHA-256 (base64url) of a cleaned list, its file in the data folder: that in use, that which waits for a person,
-- that which a person has released. vouched: well-known names (JSON) that a person lets this source put into a category.
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

-- The indexes of the last updates; the file of each lies in the data folder under its hash. counts: names by category.
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

-- Who may update now, in whichever process: until the time is over, for a holder may have died.
CREATE TABLE category_updates (
  organisation_id INTEGER PRIMARY KEY REFERENCES organisations (id),
  holder TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;
`,
};
