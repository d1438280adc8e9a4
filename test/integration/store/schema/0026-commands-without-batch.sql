CREATE TABLE commands (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  device_id TEXT NOT NULL REFERENCES devices (id),
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  params TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  sent_at INTEGER,
  acknowledged_at INTEGER,
  completed_at INTEGER,
  result TEXT,
  error TEXT,
  requested_by TEXT,
  UNIQUE (device_id, sequence)
) STRICT;
-- no longer: CREATE TABLE commands (;
-- no longer: CREATE INDEX commands_of_batch ON commands (batch_id) WHERE batch_id IS NOT NULL;
-- no longer: -- commands.commands_of_batch: 100000 200
