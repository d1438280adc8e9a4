CREATE TABLE device_standings (
  device_id TEXT PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  low_battery INTEGER NOT NULL,
  stale_from TEXT,
  left_campus TEXT,
  breached INTEGER NOT NULL
) STRICT, WITHOUT ROWID
