CREATE TABLE account_preferences (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  chosen TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID
