import type { Migration } from './migrate.ts';

/** Who was seen signed in on which device, whose policies the device gets. */
export const devicePeople: Migration = {
  number: 14,
  title: 'device-people',
  sql: `
-- The latest of each device; user_key: the address as users.email_key has it, whether or not the roster knows it.
CREATE TABLE device_people (
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  organisation_id INTEGER NOT NULL,
  user_key TEXT NOT NULL,
  last_seen_at INTEGER NOT NULL,
  PRIMARY KEY (device_id, user_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_people_of_user ON device_people (organisation_id, user_key);

INSERT INTO device_people (device_id, organisation_id, user_key, last_seen_at)
  SELECT id, organisation_id, user_key, last_seen_at FROM devices WHERE user_key IS NOT NULL AND unenrolled_at IS NULL;
`,
};
