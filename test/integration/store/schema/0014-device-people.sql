CREATE TABLE device_people (
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  organisation_id INTEGER NOT NULL,
  user_key TEXT NOT NULL,
  last_seen_at INTEGER NOT NULL,
  PRIMARY KEY (device_id, user_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_people_of_user ON device_people (organisation_id, user_key)
