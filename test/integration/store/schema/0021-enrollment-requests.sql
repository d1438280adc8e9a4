CREATE TABLE enrollment_requests (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  device_id TEXT NOT NULL REFERENCES devices (id),
  token_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  hostname TEXT NOT NULL,
  address TEXT NOT NULL,
  status TEXT NOT NULL,
  decided_at INTEGER,
  decided_by TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (device_id, public_key, token_id)
) STRICT;
CREATE TABLE enrollment_tokens (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  secret_hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  ou_id TEXT NOT NULL REFERENCES ous (id),
  max_uses INTEGER,
  uses INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER,
  created_at INTEGER NOT NULL
, re_enroll INTEGER NOT NULL DEFAULT 0, device_id TEXT REFERENCES devices (id)) STRICT;
CREATE INDEX enrollment_requests_by_organisation ON enrollment_requests (organisation_id, id);
-- no longer: CREATE TABLE enrollment_tokens (
