import type { Migration } from './migrate.ts';

/** Where a session was opened from, so that its person can tell which one to end; and devices by when they were changed. */
export const sessionsAndChanges: Migration = {
  number: 30,
  title: 'sessions-and-changes',
  sql: `
-- id names the session to its person; the hash is told to nobody. Of sessions of before, address and program are not known.
ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN address TEXT;
ALTER TABLE sessions ADD COLUMN user_agent TEXT;
UPDATE sessions SET id = 'ses_0' || substr(lower(hex(randomblob(13))), 1, 25);

CREATE INDEX devices_by_updated ON devices (organisation_id, updated_at, id) WHERE unenrolled_at IS NULL;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('devices', 'devices_by_updated', '50000 50000 2 1');
`,
};
