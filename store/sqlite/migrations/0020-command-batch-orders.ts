import type { Migration } from './migrate.ts';

/** The remaining devices of a batch of commands: it takes several transactions, and goes on at the next start after a crash. */
export const commandBatchOrders: Migration = {
  number: 20,
  title: 'command-batch-orders',
  sql: `
-- request: type, parameters and expiry (JSON). pins: its hashes (JSON). ou_path: how far the caller reaches. answers: the idempotency key (JSON)
-- whose answer the batch is.
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
) STRICT, WITHOUT ROWID;
`,
};
