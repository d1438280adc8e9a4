import type { Migration } from './migrate.ts';

/** Recoveries read events by type and time, so that they skip events of other types. */
export const recoveryPlaces: Migration = {
  number: 19,
  title: 'recovery-places',
  sql: `
CREATE INDEX events_by_type_and_time ON events (organisation_id, type, at, sequence);

-- reached_at: the time of the last event that was looked at, whose sequence is in "reached"; null before the first. What an older version has begun
-- begins again: a delivery that succeeded meanwhile is not made twice.
ALTER TABLE webhook_recoveries ADD COLUMN reached_at INTEGER;
`,
};
