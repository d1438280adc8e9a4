CREATE TABLE account_links (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'helpdesk', 'teacher', 'viewer')),
  ou_id TEXT,
  password_hash TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  oidc_issuer TEXT,
  oidc_subject TEXT,
  provisioned INTEGER NOT NULL,
  last_sign_in_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  UNIQUE (organisation_id, email_key),
  UNIQUE (organisation_id, oidc_issuer, oidc_subject)
) STRICT;
CREATE TABLE api_key_secrets (
  hash TEXT PRIMARY KEY,
  api_key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  slot TEXT NOT NULL CHECK (slot IN ('primary', 'secondary')),
  display TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER, last_used_at INTEGER,
  UNIQUE (api_key_id, slot)
) STRICT, WITHOUT ROWID;
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  tier TEXT NOT NULL,
  rate_limit_override INTEGER,
  ou_path TEXT,
  ip_allow_list TEXT NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
, ou_id TEXT, updated_at INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1, last_used_ip TEXT, last_used_user_agent TEXT, expiry_told_days INTEGER) STRICT;
CREATE TABLE "idempotency" (
  caller TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  response TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (caller, method, path, key)
) STRICT;
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  method TEXT NOT NULL CHECK (method IN ('link', 'password', 'oidc')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sign_in_failures (
  bucket TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_links_by_expiry ON account_links (expires_at);
CREATE INDEX account_links_of_account ON account_links (account_id);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (last_at);
-- no longer: CREATE TABLE api_key_secrets (;
-- no longer: CREATE TABLE api_keys (;
-- no longer: CREATE TABLE idempotency (;
-- no longer: CREATE TABLE sessions (
