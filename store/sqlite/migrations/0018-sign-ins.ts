import type { Migration } from './migrate.ts';

/** Who was signed in on which device from when to when, by its heartbeats: later records are checked against it. */
export const signIns: Migration = {
  number: 18,
  title: 'sign-ins',
  sql: `
-- The latest of each device. until_at: null = still. user_key: as in device_people.
CREATE TABLE device_sign_ins (
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  organisation_id INTEGER NOT NULL,
  user_key TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  until_at INTEGER,
  PRIMARY KEY (device_id, from_at, user_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_sign_ins_of_user ON device_sign_ins (organisation_id, user_key);

-- Until now only who was seen was kept, and when last: records that still wait on a device are not to be doubted for that. A school day after the last sign-in counts.
INSERT INTO device_sign_ins (device_id, organisation_id, user_key, from_at, until_at)
  SELECT seen.device_id, seen.organisation_id, seen.user_key, 0,
    CASE WHEN devices.user_key = seen.user_key THEN NULL ELSE seen.last_seen_at + 43200000 END
  FROM device_people AS seen JOIN devices ON devices.id = seen.device_id;
`,
};
