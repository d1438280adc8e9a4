import type { Migration } from './migrate.ts';

/** What lists, summaries and the story of a device ask for. */
export const fleetQuestions: Migration = {
  number: 32,
  title: 'fleet-questions',
  sql: `
-- The reason that a device told for a protection: it counts while protection_state is that state. lock_rank: 0 unlocked, 1 unlocking, 2 locking, 3 locked.
ALTER TABLE devices ADD COLUMN protection_reason TEXT;
ALTER TABLE devices ADD COLUMN protection_reason_state TEXT;
ALTER TABLE devices ADD COLUMN lock_rank INTEGER GENERATED ALWAYS AS (2 * lock_wanted + lock_confirmed) VIRTUAL;
CREATE INDEX devices_by_protection ON devices (organisation_id, protection_state, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_lock ON devices (organisation_id, lock_rank, id) WHERE unenrolled_at IS NULL;
-- A summary counts over it alone. The time of the last message is not in it, since each heartbeat would write it.
CREATE INDEX devices_by_report ON devices (organisation_id, status, protection_state, lock_wanted, lock_confirmed, protection_policy_version, unenrolled_at)
  WHERE unenrolled_at IS NULL;

-- Lists the events of one device by time without looking at those of other types.
CREATE INDEX events_of_device ON events (organisation_id, device_id, at, id, type) WHERE device_id IS NOT NULL;

-- Most devices share one state, so the indexes are for sorting. A query for rare states says that they are.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('devices', 'devices_by_protection', '50000 50000 40000 1'),
  ('devices', 'devices_by_lock', '50000 50000 40000 1'),
  ('devices', 'devices_by_report', '50000 50000 40000 40000 40000 40000 40000 40000');
`,
};
