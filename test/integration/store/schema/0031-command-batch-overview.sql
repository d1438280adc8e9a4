CREATE TRIGGER command_batch_counts_of_new AFTER INSERT ON command_batch_members BEGIN
  INSERT INTO command_batch_counts (batch_id, status, count)
  SELECT NEW.batch_id, status, 1 FROM commands WHERE id = NEW.command_id
  ON CONFLICT (batch_id, status) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER command_batch_counts_of_step AFTER UPDATE OF status ON commands WHEN NEW.status <> OLD.status BEGIN
  UPDATE command_batch_counts SET count = count - 1
  WHERE status = OLD.status AND batch_id IN (SELECT batch_id FROM command_batch_members WHERE command_id = NEW.id);
  INSERT INTO command_batch_counts (batch_id, status, count)
  SELECT batch_id, NEW.status, 1 FROM command_batch_members WHERE command_id = NEW.id
  ON CONFLICT (batch_id, status) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER command_batch_units_of_move AFTER UPDATE OF ou_id ON devices WHEN NEW.ou_id <> OLD.ou_id BEGIN
  UPDATE command_batch_units SET devices = devices - 1
  WHERE ou_id = OLD.ou_id AND batch_id IN (
    SELECT m.batch_id FROM commands c JOIN command_batch_members m ON m.command_id = c.id WHERE c.device_id = NEW.id);
  INSERT INTO command_batch_units (batch_id, ou_id, devices)
  SELECT DISTINCT m.batch_id, NEW.ou_id, 1 FROM commands c JOIN command_batch_members m ON m.command_id = c.id WHERE c.device_id = NEW.id
  ON CONFLICT (batch_id, ou_id) DO UPDATE SET devices = devices + 1;
END;
CREATE TRIGGER command_batch_units_of_new AFTER INSERT ON command_batch_members BEGIN
  INSERT INTO command_batch_units (batch_id, ou_id, devices)
  SELECT NEW.batch_id, d.ou_id, 1 FROM commands c JOIN devices d ON d.id = c.device_id WHERE c.id = NEW.command_id
  ON CONFLICT (batch_id, ou_id) DO UPDATE SET devices = devices + 1;
END;
CREATE TABLE command_batch_counts (
  batch_id TEXT NOT NULL REFERENCES command_batches (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (batch_id, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE command_batch_units (
  batch_id TEXT NOT NULL REFERENCES command_batches (id) ON DELETE CASCADE,
  ou_id TEXT NOT NULL,
  devices INTEGER NOT NULL,
  PRIMARY KEY (batch_id, ou_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE command_batches (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  rejected TEXT NOT NULL,
  requested_by TEXT,
  created_at INTEGER NOT NULL
, request TEXT, has_pin INTEGER NOT NULL DEFAULT 0, retry_of TEXT, cancelled_at INTEGER, skipped INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
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
  requested_by TEXT, batch_id TEXT,
  UNIQUE (device_id, sequence)
) STRICT;
CREATE INDEX command_batches_by_time ON command_batches (organisation_id, created_at, id);
CREATE INDEX command_batches_retries ON command_batches (retry_of) WHERE retry_of IS NOT NULL;
-- command_batch_members.command_batch_members: 100000 100 1;
-- command_batch_members.command_batch_members_by_command: 100000 1 1;
-- command_batches.command_batches_by_time: 1000 1000 1 1;
-- no longer: CREATE TABLE command_batches (;
-- no longer: CREATE TABLE commands (
