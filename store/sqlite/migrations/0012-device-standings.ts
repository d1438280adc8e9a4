import type { Migration } from './migrate.ts';

/** Conditions of devices that were reported, so that they are not reported again. */
export const deviceStandings: Migration = {
  number: 12,
  title: 'device-standings',
  sql: `
-- A device of which nothing is under way has no row. low_battery: the event was fired, and the battery was not charged since; stale_from:
-- the protection that was last told, while "stale" has not lasted yet; left_campus: the campus that it is off, with breached = 1 once that
-- was told.
CREATE TABLE device_standings (
  device_id TEXT PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  low_battery INTEGER NOT NULL,
  stale_from TEXT,
  left_campus TEXT,
  breached INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
