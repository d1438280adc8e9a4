import type { Migration } from './migrate.ts';

/**
 * Logs and activity by day, their roll-ups, and the receipts of what was purged. The day tables themselves are made while records come
 * in; `store/sqlite/records/partitions.ts` has their columns. What 0001 kept in `activity_records` is carried over by
 * `store/sqlite/records/carry-over.ts`.
 */
export const records: Migration = {
  number: 4,
  title: 'records',
  sql: `
-- One table a kind, organisation and UTC day (days since 1970-01-01). rows, min_at and max_at are of that table. purging 1: its time is over;
-- it is no longer read or written, and is taken down step by step.
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

-- Texts that records repeat, by number. field: device, user, ou, domain, category, policy, rule. key: what it is found by (users: textKey,
-- domains: labels in reverse, so that what is below one lies behind it; else the text). last_day: UTC day of the last use.
-- AUTOINCREMENT: the number of a deleted text never means another.
CREATE TABLE record_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  field TEXT NOT NULL,
  text TEXT NOT NULL,
  key TEXT NOT NULL,
  last_day INTEGER NOT NULL,
  UNIQUE (organisation_id, field, text)
) STRICT;
CREATE INDEX record_texts_by_key ON record_texts (organisation_id, field, key);

-- A unit that is renamed or moved takes its records and counts along. Where the new path was in use before, those stay under the old one.
CREATE TRIGGER record_texts_of_ou AFTER UPDATE OF path ON ous WHEN old.path <> new.path BEGIN
  UPDATE OR IGNORE record_texts SET text = new.path, key = new.path
  WHERE organisation_id = new.organisation_id AND field = 'ou' AND text = old.path;
END;

-- Records whose own time could not be true and that were filed under the time of their receipt: so that a repeat is known as one.
CREATE TABLE stray_records (
  device_at INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  record_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (device_at, device_id, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stray_records_by_day ON stray_records (day);

-- ou: number of a unit's path, with what its own devices report; that of '/' is the whole organisation. hour: its beginning, epoch milliseconds.
CREATE TABLE rollup_hours (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  ou INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  blocked INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, ou, hour)
) STRICT, WITHOUT ROWID;

-- field: 0 all requests (value 0), 1 domain, 2 category, 3 user. day: local date, 20261116. value: number of the text.
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

-- What was deleted because its time was over. organisation_id null: of all. from_at, to_at: of the records, half-open.
CREATE TABLE purge_receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  organisation_id INTEGER,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX purge_receipts_by_time ON purge_receipts (at);
CREATE INDEX purge_receipts_by_range ON purge_receipts (kind, organisation_id, to_at);
`,
};
