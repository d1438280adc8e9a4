CREATE TABLE command_batch_members (
  batch_id TEXT NOT NULL REFERENCES command_batches (id) ON DELETE CASCADE,
  command_id TEXT NOT NULL REFERENCES commands (id) ON DELETE CASCADE,
  PRIMARY KEY (batch_id, command_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE command_batches (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  rejected TEXT NOT NULL,
  requested_by TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX command_batch_members_by_command ON command_batch_members (command_id)
