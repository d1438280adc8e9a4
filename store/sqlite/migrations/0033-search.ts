import type { Migration } from './migrate.ts';

/** Indexes that hold all that a search by text looks at: 50,000 entries are read in some milliseconds. */
export const search: Migration = {
  number: 33,
  title: 'search',
  sql: `
CREATE INDEX devices_by_search ON devices (organisation_id, search_key, ou_id, id, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX users_by_search ON users (organisation_id, search_key, ou_id, id);
-- They are for searches alone, which name them: a list finds nothing by them.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('devices', 'devices_by_search', '50000 50000 1 1 1 1'),
  ('users', 'users_by_search', '50000 50000 1 1 1');
`,
};
