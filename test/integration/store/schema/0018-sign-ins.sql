CREATE TABLE device_sign_ins (
  device_id TEXT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  organisation_id INTEGER NOT NULL,
  user_key TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  until_at INTEGER,
  PRIMARY KEY (device_id, from_at, user_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_sign_ins_of_user ON device_sign_ins (organisation_id, user_key)
