import type { Migration } from './migrate.ts';

/** One request that gives many devices a command. */
export const commandBatches: Migration = {
  number: 9,
  title: 'command-batches',
  sql: `
CREATE TABLE command_batches (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  rejected TEXT NOT NULL,
  requested_by TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A lock that is open already is taken into the batch that asks for it again: a command may be in several.
CREATE TABLE command_batch_members (
  batch_id TEXT NOT NULL REFERENCES command_batches (id) ON DELETE CASCADE,
  command_id TEXT NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
  PRIMARY KEY (batch_id, command_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX command_batch_members_by_command ON command_batch_members (command_id);
`,
};
