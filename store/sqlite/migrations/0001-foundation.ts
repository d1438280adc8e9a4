import type { Migration } from './migrate.ts';

/**
 * Organisations, units, devices, commands, events and webhooks. Times are epoch milliseconds, arrays and objects are JSON text,
 * `…_key` columns hold `textKey` of the column they are named after.
 */
export const foundation: Migration = {
  number: 1,
  title: 'foundation',
  sql: `
CREATE TABLE organisations (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('live', 'sandbox')),
  plan TEXT NOT NULL CHECK (plan IN ('enterprise', 'professional', 'standard', 'development')),
  timezone TEXT NOT NULL,
  settings_version INTEGER NOT NULL DEFAULT 1,
  account_domain TEXT NOT NULL,
  help_line TEXT,
  heartbeat_seconds INTEGER NOT NULL DEFAULT 30,
  event_sequence INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE ous (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  name TEXT NOT NULL,
  parent_id TEXT REFERENCES ous (id),
  path TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organisation_id, path)
) STRICT;
CREATE INDEX ous_by_parent ON ous (parent_id);

CREATE TABLE campuses (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  cidrs TEXT NOT NULL,
  gateway_macs TEXT NOT NULL,
  bssids TEXT NOT NULL,
  ssids TEXT NOT NULL,
  geofence TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organisation_id, name_key)
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
) STRICT;
CREATE INDEX enrollment_tokens_by_organisation ON enrollment_tokens (organisation_id, id);

CREATE TABLE devices (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  hardware_identity TEXT NOT NULL,
  machine_id TEXT,
  hostname TEXT,
  manufacturer TEXT,
  model TEXT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  search_key TEXT NOT NULL,
  ou_id TEXT NOT NULL REFERENCES ous (id),
  user TEXT,
  user_key TEXT,
  campus TEXT NOT NULL,
  campus_id TEXT,
  battery INTEGER,
  platform TEXT NOT NULL,
  os_version TEXT NOT NULL,
  serial TEXT,
  asset_tag TEXT,
  agent_version TEXT NOT NULL,
  tags TEXT NOT NULL,
  protection_state TEXT NOT NULL,
  protection_policy_version INTEGER,
  protection_since INTEGER,
  lock_wanted INTEGER NOT NULL,
  lock_confirmed INTEGER NOT NULL,
  lock_since INTEGER,
  lock_until INTEGER,
  lock_message TEXT,
  lock_requested_by TEXT,
  lock_command_id TEXT,
  lock_sequence INTEGER NOT NULL,
  lock_duration_minutes INTEGER,
  lock_pin TEXT,
  public_key TEXT,
  status TEXT NOT NULL CHECK (status IN ('online', 'offline')),
  last_seen_at INTEGER NOT NULL,
  disconnected_at INTEGER,
  disconnect_reason TEXT,
  connection_epoch INTEGER NOT NULL,
  command_sequence INTEGER NOT NULL,
  target_version INTEGER NOT NULL,
  target_confirmed INTEGER NOT NULL,
  enrolled_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  unenrolled_at INTEGER,
  UNIQUE (organisation_id, hardware_identity)
) STRICT;
-- unenrolled_at stands at the end of some, so that they alone can answer a count.
CREATE INDEX devices_by_id ON devices (organisation_id, id, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_name ON devices (organisation_id, name_key, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_last_seen ON devices (organisation_id, last_seen_at, id, status, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_status ON devices (organisation_id, status, id, last_seen_at, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_battery ON devices (organisation_id, battery, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_user ON devices (organisation_id, user_key, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_ou ON devices (ou_id, id, organisation_id, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_with_lock ON devices (organisation_id, lock_wanted, lock_confirmed, id) WHERE lock_wanted + lock_confirmed > 0 AND unenrolled_at IS NULL;

CREATE TABLE commands (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  device_id TEXT NOT NULL REFERENCES devices (id),
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  params TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  sent_at INTEGER,
  acknowledged_at INTEGER,
  completed_at INTEGER,
  result TEXT,
  error TEXT,
  requested_by TEXT,
  batch_id TEXT,
  UNIQUE (device_id, sequence)
) STRICT;
CREATE INDEX commands_by_time ON commands (organisation_id, created_at, id);
CREATE INDEX commands_of_device ON commands (device_id, created_at, id);
CREATE INDEX commands_of_batch ON commands (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX commands_open ON commands (expires_at, id) WHERE status IN ('queued', 'sent', 'acknowledged');
CREATE INDEX commands_undelivered ON commands (device_id, expires_at) WHERE status IN ('queued', 'sent');

CREATE TABLE events (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  device_id TEXT,
  data TEXT NOT NULL,
  UNIQUE (organisation_id, sequence)
) STRICT;

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  url TEXT NOT NULL,
  kind TEXT NOT NULL,
  events TEXT NOT NULL,
  description TEXT,
  enabled INTEGER NOT NULL,
  disabled_reason TEXT,
  signature TEXT NOT NULL,
  headers TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  last_success_at INTEGER,
  failures_in_a_row INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX webhooks_by_time ON webhooks (organisation_id, created_at, id);

CREATE TABLE webhook_secrets (
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (webhook_id, number)
) STRICT, WITHOUT ROWID;

-- due_at: when a worker may take it: the next attempt, or the end of a claim; null once it is over.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id TEXT NOT NULL REFERENCES events (id),
  event_type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'retrying', 'succeeded', 'failed')),
  created_at INTEGER NOT NULL,
  next_attempt_at INTEGER,
  due_at INTEGER,
  attempt_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_by_time ON deliveries (webhook_id, created_at, id);
CREATE INDEX deliveries_of_event ON deliveries (event_id);

CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  response_status INTEGER,
  response_body TEXT,
  error TEXT,
  PRIMARY KEY (delivery_id, number)
) STRICT;

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
) STRICT;
CREATE INDEX api_keys_by_organisation ON api_keys (organisation_id, id);

CREATE TABLE api_key_secrets (
  hash TEXT PRIMARY KEY,
  api_key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  slot TEXT NOT NULL CHECK (slot IN ('primary', 'secondary')),
  display TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  UNIQUE (api_key_id, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key_usage (
  api_key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  operation TEXT NOT NULL,
  requests INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  PRIMARY KEY (api_key_id, day, operation)
) STRICT, WITHOUT ROWID;

-- expires_at: end of the mark while the answer is null, then end of the answer's keeping.
CREATE TABLE idempotency (
  api_key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  response TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (api_key_id, method, path, key)
) STRICT;
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);

-- The device's own time comes first in the key, since it is alike for all that is stored in one commit: the new entries of a thousand
-- devices lie side by side at the end of the index, not on a page for each device.
CREATE TABLE activity_records (
  number INTEGER PRIMARY KEY,
  device_id TEXT NOT NULL,
  record_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  organisation_id INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  ou_path TEXT NOT NULL,
  kind TEXT NOT NULL,
  action TEXT,
  record TEXT NOT NULL,
  UNIQUE (at, device_id, record_id)
) STRICT;
CREATE INDEX activity_by_time ON activity_records (organisation_id, received_at, number, kind, action);

CREATE TABLE device_events (
  number INTEGER PRIMARY KEY,
  device_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  organisation_id INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  event TEXT NOT NULL,
  UNIQUE (device_id, event_id)
) STRICT;
CREATE INDEX device_events_by_time ON device_events (organisation_id, received_at, number);
CREATE INDEX device_events_of_device ON device_events (device_id, received_at, number);

CREATE TABLE first_run_links (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

INSERT INTO organisations (id, name, kind, plan, timezone, account_domain)
VALUES (1, 'My school', 'live', 'enterprise', 'UTC', 'school.local');
INSERT INTO ous (id, organisation_id, name, parent_id, path, created_at, updated_at)
VALUES ('ou_00000000000000000000000001', 1, '', NULL, '/', :now, :now);

-- What the planner is to think of the sizes: those of a big school, given once instead of measured, so that every installation
-- runs the same plans from its first day. Columns: rows of the index, then rows of one value of its first column, of its first two, ….
ANALYZE sqlite_schema;
DELETE FROM sqlite_stat1;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('ous', 'sqlite_autoindex_ous_1', '500 1'),
  ('ous', 'sqlite_autoindex_ous_2', '500 500 1'),
  ('devices', 'sqlite_autoindex_devices_1', '50000 1'),
  ('devices', 'sqlite_autoindex_devices_2', '50000 50000 1'),
  ('devices', 'devices_by_id', '50000 50000 1 1'),
  ('devices', 'devices_by_name', '50000 50000 2 1'),
  ('devices', 'devices_by_last_seen', '50000 50000 10 1 1 1'),
  ('devices', 'devices_by_status', '50000 50000 20000 1 1 1'),
  ('devices', 'devices_by_battery', '50000 50000 500 1'),
  ('devices', 'devices_by_user', '50000 50000 2 1'),
  ('devices', 'devices_by_ou', '50000 500 1 1 1'),
  ('devices', 'devices_with_lock', '200 200 100 100 1'),
  ('commands', 'sqlite_autoindex_commands_1', '200000 1'),
  ('commands', 'sqlite_autoindex_commands_2', '200000 10 1'),
  ('commands', 'commands_by_time', '200000 200000 2 1'),
  ('commands', 'commands_of_device', '200000 10 1 1'),
  ('commands', 'commands_of_batch', '100000 200'),
  ('commands', 'commands_open', '5000 2 1'),
  ('commands', 'commands_undelivered', '5000 2 1'),
  ('deliveries', 'sqlite_autoindex_deliveries_1', '1000000 1'),
  ('deliveries', 'deliveries_due', '10000 1000 2 1'),
  ('deliveries', 'deliveries_by_time', '1000000 100000 2 1'),
  ('deliveries', 'deliveries_of_event', '1000000 5');
ANALYZE sqlite_schema;
`,
};
