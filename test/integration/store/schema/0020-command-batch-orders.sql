CREATE TABLE command_batch_orders (
  batch_id TEXT PRIMARY KEY REFERENCES command_batches (id) ON DELETE CASCADE,
  request TEXT NOT NULL,
  pins TEXT,
  ou_path TEXT,
  answers TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE command_batch_waiting (
  batch_id TEXT NOT NULL REFERENCES command_batch_orders (batch_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  PRIMARY KEY (batch_id, position)
) STRICT, WITHOUT ROWID
