import type { Migration } from './migrate.ts';

/** Lists of batches, their repeats and their cancelling. To count and place the commands of each batch of a list would read hundreds of thousands of rows. */
export const commandBatchOverview: Migration = {
  number: 31,
  title: 'command-batch-overview',
  sql: `
-- The batch that made a command. It may be in others as well.
ALTER TABLE commands ADD COLUMN batch_id TEXT;
UPDATE commands SET batch_id = (SELECT min(m.batch_id) FROM command_batch_members m WHERE m.command_id = commands.id)
WHERE id IN (SELECT command_id FROM command_batch_members);

-- request: type, parameters and expiry without the PIN (JSON); null = from before this migration.
ALTER TABLE command_batches ADD COLUMN request TEXT;
ALTER TABLE command_batches ADD COLUMN has_pin INTEGER NOT NULL DEFAULT 0;
ALTER TABLE command_batches ADD COLUMN retry_of TEXT;
ALTER TABLE command_batches ADD COLUMN cancelled_at INTEGER;
-- Devices that had not had their turn when it was cancelled.
ALTER TABLE command_batches ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
CREATE INDEX command_batches_by_time ON command_batches (organisation_id, created_at, id);
CREATE INDEX command_batches_retries ON command_batches (retry_of) WHERE retry_of IS NOT NULL;

-- How many commands of a batch have a status. The triggers keep it.
CREATE TABLE command_batch_counts (
  batch_id TEXT NOT NULL REFERENCES command_batches (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (batch_id, status)
) STRICT, WITHOUT ROWID;
INSERT INTO command_batch_counts (batch_id, status, count)
SELECT m.batch_id, c.status, count(*) FROM command_batch_members m JOIN commands c ON c.id = m.command_id GROUP BY m.batch_id, c.status;

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

-- How many devices of a batch are in a unit now, which decides who sees it. The triggers keep it.
CREATE TABLE command_batch_units (
  batch_id TEXT NOT NULL REFERENCES command_batches (id) ON DELETE CASCADE,
  ou_id TEXT NOT NULL,
  devices INTEGER NOT NULL,
  PRIMARY KEY (batch_id, ou_id)
) STRICT, WITHOUT ROWID;
INSERT INTO command_batch_units (batch_id, ou_id, devices)
SELECT m.batch_id, d.ou_id, count(*) FROM command_batch_members m JOIN commands c ON c.id = m.command_id JOIN devices d ON d.id = c.device_id
GROUP BY m.batch_id, d.ou_id;

CREATE TRIGGER command_batch_units_of_new AFTER INSERT ON command_batch_members BEGIN
  INSERT INTO command_batch_units (batch_id, ou_id, devices)
  SELECT NEW.batch_id, d.ou_id, 1 FROM commands c JOIN devices d ON d.id = c.device_id WHERE c.id = NEW.command_id
  ON CONFLICT (batch_id, ou_id) DO UPDATE SET devices = devices + 1;
END;
CREATE TRIGGER command_batch_units_of_move AFTER UPDATE OF ou_id ON devices WHEN NEW.ou_id <> OLD.ou_id BEGIN
  UPDATE command_batch_units SET devices = devices - 1
  WHERE ou_id = OLD.ou_id AND batch_id IN (
    SELECT m.batch_id FROM commands c JOIN command_batch_members m ON m.command_id = c.id WHERE c.device_id = NEW.id);
  INSERT INTO command_batch_units (batch_id, ou_id, devices)
  SELECT DISTINCT m.batch_id, NEW.ou_id, 1 FROM commands c JOIN command_batch_members m ON m.command_id = c.id WHERE c.device_id = NEW.id
  ON CONFLICT (batch_id, ou_id) DO UPDATE SET devices = devices + 1;
END;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('command_batches', 'command_batches_by_time', '1000 1000 1 1'),
  ('command_batch_members', 'command_batch_members', '100000 100 1'),
  ('command_batch_members', 'command_batch_members_by_command', '100000 1 1');
`,
};
