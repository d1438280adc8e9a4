import type { Migration } from './migrate.ts';

/**
 * Dashboard accounts with their sessions, links and failed sign-ins; keys that can be rotated and changed; idempotency marks of people as well
 * as of keys. Sessions of before belong to nobody and end here: a sign-in link opens the dashboard again.
 */
export const accounts: Migration = {
  number: 7,
  title: 'accounts',
  sql: `
-- The unit of a key is known by its id, so that the limit follows a rename or a move. ou_path alone: it was no unit when the key was made.
ALTER TABLE api_keys ADD COLUMN ou_id TEXT;
ALTER TABLE api_keys ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE api_keys ADD COLUMN last_used_ip TEXT;
ALTER TABLE api_keys ADD COLUMN last_used_user_agent TEXT;
-- The nearest of the marks before its expiry (days) that was told of; null = none yet.
ALTER TABLE api_keys ADD COLUMN expiry_told_days INTEGER;
ALTER TABLE api_key_secrets ADD COLUMN last_used_at INTEGER;
UPDATE api_keys SET updated_at = created_at,
  ou_id = (SELECT o.id FROM ous o WHERE o.organisation_id = api_keys.organisation_id AND o.path = api_keys.ou_path);
UPDATE api_key_secrets SET last_used_at = (SELECT k.last_used_at FROM api_keys k WHERE k.id = api_key_secrets.api_key_id);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;

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

CREATE TABLE account_links (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_links_of_account ON account_links (account_id);
CREATE INDEX account_links_by_expiry ON account_links (expires_at);

DROP TABLE sessions;
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  method TEXT NOT NULL CHECK (method IN ('link', 'password', 'oidc')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- bucket: an account's name (hashed) or an address, from which sign-ins failed.
CREATE TABLE sign_in_failures (
  bucket TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (last_at);

-- caller: the id of a key or of an account.
CREATE TABLE idempotency_marks (
  caller TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  response TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (caller, method, path, key)
) STRICT;
INSERT INTO idempotency_marks (caller, method, path, key, fingerprint, response, expires_at)
  SELECT api_key_id, method, path, key, fingerprint, response, expires_at FROM idempotency;
DROP TABLE idempotency;
ALTER TABLE idempotency_marks RENAME TO idempotency;
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
`,
};
