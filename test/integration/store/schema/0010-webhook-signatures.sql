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
, scheduled_count INTEGER NOT NULL DEFAULT 0, manual_at INTEGER) STRICT;
CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  response_status INTEGER,
  response_body TEXT,
  error TEXT, triggered_by TEXT NOT NULL DEFAULT 'scheduled' CHECK (triggered_by IN ('scheduled', 'manual')), request_headers TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (delivery_id, number)
) STRICT;
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
, policy_version INTEGER NOT NULL DEFAULT 0, event_floor INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE webhook_keys (
  webhook_id TEXT PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  public_key TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE webhook_recoveries (
  id INTEGER PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  reached INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL
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
, enabled_at INTEGER NOT NULL DEFAULT 0, disabled_told_at INTEGER) STRICT;
CREATE INDEX events_by_type ON events (organisation_id, type, sequence);
CREATE INDEX webhook_recoveries_of_webhook ON webhook_recoveries (webhook_id);
-- no longer: CREATE TABLE deliveries (;
-- no longer: CREATE TABLE delivery_attempts (;
-- no longer: CREATE TABLE organisations (;
-- no longer: CREATE TABLE webhooks (
