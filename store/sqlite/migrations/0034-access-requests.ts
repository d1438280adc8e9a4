import type { Migration } from './migrate.ts';

/** Requests for blocked sites, which somebody answers. */
export const accessRequests: Migration = {
  number: 34,
  title: 'access-requests',
  sql: `
-- user_key: empty = nobody known. override_ids: JSON.
CREATE TABLE access_requests (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  device_id TEXT NOT NULL,
  user TEXT,
  user_key TEXT NOT NULL,
  ou_id TEXT NOT NULL,
  host TEXT NOT NULL,
  url TEXT,
  note TEXT,
  policy_id TEXT,
  rule_id TEXT,
  alert_id TEXT,
  status TEXT NOT NULL CHECK (status IN ('open', 'allowed', 'refused', 'expired')),
  count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_asked_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by TEXT,
  words TEXT,
  override_ids TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX access_requests_open ON access_requests (device_id, user_key, host) WHERE status = 'open';
CREATE INDEX access_requests_by_time ON access_requests (organisation_id, created_at, id);
CREATE INDEX access_requests_by_status ON access_requests (organisation_id, status, created_at, id);
CREATE INDEX access_requests_for_host ON access_requests (organisation_id, host, created_at) WHERE status = 'open';
CREATE INDEX access_requests_due ON access_requests (expires_at) WHERE status = 'open';
CREATE INDEX access_requests_answered ON access_requests (device_id, decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX access_requests_by_age ON access_requests (created_at);
`,
};
