import type { Migration } from './migrate.ts';

/** The places of records within their millisecond follow from a secret of the database. */
export const recordPlaces: Migration = {
  number: 17,
  title: 'record-places',
  sql: `
-- One row. It never leaves the database, and never changes: a repeat of a record is looked for where the secret puts it.
CREATE TABLE record_secret (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB NOT NULL
) STRICT;
INSERT INTO record_secret (id, secret) VALUES (1, randomblob(32));

-- 0: the table holds, or may hold, records whose places were drawn without the secret.
ALTER TABLE record_partitions ADD COLUMN keyed INTEGER NOT NULL DEFAULT 0;
`,
};
