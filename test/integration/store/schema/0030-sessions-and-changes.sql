CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  method TEXT NOT NULL CHECK (method IN ('link', 'password', 'oidc')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
, id TEXT NOT NULL DEFAULT '', address TEXT, user_agent TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX devices_by_updated ON devices (organisation_id, updated_at, id) WHERE unenrolled_at IS NULL;
-- devices.devices_by_updated: 50000 50000 2 1;
-- no longer: CREATE TABLE sessions (
