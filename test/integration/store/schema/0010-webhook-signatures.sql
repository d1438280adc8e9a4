CREATE TRIGGER record_texts_of_ou AFTER UPDATE OF path ON ous WHEN old.path <> new.path BEGIN
  UPDATE OR IGNORE record_texts SET text = new.path, key = new.path
  WHERE organisation_id = new.organisation_id AND field = 'ou' AND text = old.path;
END;
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
CREATE TABLE alert_rules (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  settings TEXT NOT NULL,
  PRIMARY KEY (organisation_id, type)
) STRICT, WITHOUT ROWID;
CREATE TABLE alerts (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  severity INTEGER NOT NULL CHECK (severity BETWEEN 0 AND 4),
  status TEXT NOT NULL CHECK (status IN ('open', 'acknowledged', 'resolved')),
  title TEXT NOT NULL,
  device_id TEXT,
  user TEXT,
  user_key TEXT,
  ou_id TEXT NOT NULL,
  policy_id TEXT,
  details TEXT NOT NULL,
  count INTEGER NOT NULL,
  dedup_key TEXT NOT NULL,
  active INTEGER NOT NULL,
  condition INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  acknowledged_at INTEGER,
  acknowledged_by TEXT,
  resolved_at INTEGER,
  resolved_by TEXT,
  note TEXT,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
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
CREATE TABLE api_key_usage (
  api_key_id TEXT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  operation TEXT NOT NULL,
  requests INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  PRIMARY KEY (api_key_id, day, operation)
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
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT,
  ip TEXT,
  user_agent TEXT,
  request_id TEXT,
  changes TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (organisation_id, sequence)
) STRICT;
CREATE TABLE audit_heads (
  organisation_id INTEGER PRIMARY KEY REFERENCES organisations (id),
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL,
  purged_sequence INTEGER NOT NULL DEFAULT 0,
  purged_hash TEXT NOT NULL
) STRICT;
CREATE TABLE audit_receipts (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  last_sequence INTEGER NOT NULL,
  first_sequence INTEGER NOT NULL,
  last_hash TEXT NOT NULL,
  count INTEGER NOT NULL,
  purged_at INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, last_sequence)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE classroom_conflicts (
  session_id TEXT NOT NULL REFERENCES classroom_sessions (id) ON DELETE CASCADE,
  by_session_id TEXT NOT NULL REFERENCES classroom_sessions (id) ON DELETE CASCADE,
  student_emails TEXT NOT NULL,
  device_ids TEXT NOT NULL,
  since INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (session_id, by_session_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE classroom_members (
  session_id TEXT NOT NULL REFERENCES classroom_sessions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('student', 'device')),
  key TEXT NOT NULL,
  open INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (session_id, kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE classroom_sessions (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  teacher TEXT NOT NULL,
  teacher_key TEXT NOT NULL,
  ou_id TEXT,
  ou_path TEXT,
  place_ou_id TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  duration_minutes INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('open', 'focus', 'locked')),
  allowed_urls TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('scheduled', 'active', 'ended', 'cancelled')),
  ended_at INTEGER,
  due_at INTEGER,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;
CREATE TABLE classroom_settings (
  session_id TEXT NOT NULL REFERENCES classroom_sessions (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  since INTEGER NOT NULL,
  mode TEXT NOT NULL,
  allowed_urls TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, version)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE device_events (
  number INTEGER PRIMARY KEY,
  device_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  organisation_id INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  event TEXT NOT NULL,
  UNIQUE (device_id, event_id)
) STRICT;
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
CREATE TABLE first_run_links (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
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
CREATE TABLE jobs (
  name TEXT PRIMARY KEY,
  due_at INTEGER NOT NULL,
  last_run_at INTEGER,
  last_error TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  lease_holder TEXT,
  lease_until INTEGER
) STRICT, WITHOUT ROWID;
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
CREATE TABLE overrides (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  scope_type TEXT NOT NULL CHECK (scope_type IN ('student', 'device', 'ou', 'session')),
  scope_id TEXT NOT NULL,
  site TEXT NOT NULL,
  reason TEXT,
  place_ou_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_by TEXT CHECK (ended_by IN ('expired', 'ended')),
  due_at INTEGER,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE policies (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  search_key TEXT NOT NULL,
  built_in INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  body TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE policy_versions (
  policy_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  valid_from INTEGER NOT NULL,
  valid_until INTEGER,
  name TEXT NOT NULL,
  built_in INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (policy_id, version)
) STRICT;
CREATE TABLE purge_receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  organisation_id INTEGER,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE record_partitions (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  kind TEXT NOT NULL CHECK (kind IN ('logs', 'activity')),
  day INTEGER NOT NULL,
  name TEXT NOT NULL UNIQUE,
  rows INTEGER NOT NULL,
  min_at INTEGER NOT NULL,
  max_at INTEGER NOT NULL,
  purging INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, kind, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE record_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  field TEXT NOT NULL,
  text TEXT NOT NULL,
  key TEXT NOT NULL,
  last_day INTEGER NOT NULL,
  UNIQUE (organisation_id, field, text)
) STRICT;
CREATE TABLE rollup_days (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  ou INTEGER NOT NULL,
  field INTEGER NOT NULL,
  day INTEGER NOT NULL,
  value INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  blocked INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, ou, field, day, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE rollup_hours (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  ou INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  blocked INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, ou, hour)
) STRICT, WITHOUT ROWID;
CREATE TABLE schema_migrations (number INTEGER PRIMARY KEY, title TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT;
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
CREATE TABLE stray_records (
  device_at INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  record_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (device_at, device_id, record_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  search_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('student', 'teacher', 'staff', 'admin')),
  ou_id TEXT NOT NULL REFERENCES ous (id),
  external_id TEXT,
  grade TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;
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
CREATE TABLE webhook_secrets (
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (webhook_id, number)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE weekly_reports (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  week TEXT NOT NULL,
  report TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  mailed_at INTEGER,
  PRIMARY KEY (organisation_id, week)
) STRICT;
CREATE INDEX account_links_by_expiry ON account_links (expires_at);
CREATE INDEX account_links_of_account ON account_links (account_id);
CREATE INDEX activity_by_time ON activity_records (organisation_id, received_at, number, kind, action);
CREATE UNIQUE INDEX alerts_active ON alerts (organisation_id, dedup_key) WHERE active = 1;
CREATE INDEX alerts_by_age ON alerts (created_at);
CREATE INDEX alerts_by_severity ON alerts (organisation_id, severity, created_at, id);
CREATE INDEX alerts_by_status ON alerts (organisation_id, status, created_at, id);
CREATE INDEX alerts_by_time ON alerts (organisation_id, created_at, id);
CREATE INDEX alerts_of_device ON alerts (organisation_id, device_id, created_at, id);
CREATE INDEX alerts_of_user ON alerts (organisation_id, user_key, created_at, id);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX api_keys_by_organisation ON api_keys (organisation_id, id);
CREATE INDEX audit_by_action ON audit (organisation_id, action, at, id);
CREATE INDEX audit_by_actor ON audit (organisation_id, actor, at, id);
CREATE INDEX audit_by_target ON audit (organisation_id, target, at, id);
CREATE INDEX audit_by_time ON audit (organisation_id, at, id);
CREATE INDEX classroom_conflicts_by_winner ON classroom_conflicts (by_session_id);
CREATE INDEX classroom_members_open ON classroom_members (kind, key, session_id) WHERE open = 1;
CREATE INDEX classroom_sessions_by_created ON classroom_sessions (organisation_id, created_at, id);
CREATE INDEX classroom_sessions_by_name ON classroom_sessions (organisation_id, name_key, id);
CREATE INDEX classroom_sessions_by_start ON classroom_sessions (organisation_id, starts_at, id);
CREATE INDEX classroom_sessions_due ON classroom_sessions (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX classroom_sessions_of_units ON classroom_sessions (organisation_id, ou_id) WHERE due_at IS NOT NULL AND ou_id IS NOT NULL;
CREATE INDEX classroom_sessions_open ON classroom_sessions (organisation_id, starts_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX command_batch_members_by_command ON command_batch_members (command_id);
CREATE INDEX commands_by_time ON commands (organisation_id, created_at, id);
CREATE INDEX commands_of_batch ON commands (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX commands_of_device ON commands (device_id, created_at, id);
CREATE INDEX commands_open ON commands (expires_at, id) WHERE status IN ('queued', 'sent', 'acknowledged');
CREATE INDEX commands_undelivered ON commands (device_id, expires_at) WHERE status IN ('queued', 'sent');
CREATE INDEX deliveries_by_time ON deliveries (webhook_id, created_at, id);
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_of_event ON deliveries (event_id);
CREATE INDEX device_events_by_time ON device_events (organisation_id, received_at, number);
CREATE INDEX device_events_of_device ON device_events (device_id, received_at, number);
CREATE INDEX devices_by_battery ON devices (organisation_id, battery, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_id ON devices (organisation_id, id, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_last_seen ON devices (organisation_id, last_seen_at, id, status, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_name ON devices (organisation_id, name_key, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_ou ON devices (ou_id, id, organisation_id, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_status ON devices (organisation_id, status, id, last_seen_at, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_user ON devices (organisation_id, user_key, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_with_lock ON devices (organisation_id, lock_wanted, lock_confirmed, id) WHERE lock_wanted + lock_confirmed > 0 AND unenrolled_at IS NULL;
CREATE INDEX enrollment_tokens_by_organisation ON enrollment_tokens (organisation_id, id);
CREATE INDEX events_by_type ON events (organisation_id, type, sequence);
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
CREATE INDEX ous_by_parent ON ous (parent_id);
CREATE INDEX overrides_by_created ON overrides (organisation_id, created_at, id);
CREATE INDEX overrides_by_expiry ON overrides (organisation_id, expires_at, id);
CREATE INDEX overrides_by_site ON overrides (organisation_id, site, id);
CREATE INDEX overrides_due ON overrides (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX overrides_in_force ON overrides (scope_type, scope_id) WHERE due_at IS NOT NULL;
CREATE INDEX overrides_of_units ON overrides (organisation_id) WHERE due_at IS NOT NULL AND scope_type = 'ou';
CREATE INDEX policies_by_name ON policies (organisation_id, name_key, id);
CREATE INDEX policy_versions_by_time ON policy_versions (organisation_id, valid_from);
CREATE INDEX purge_receipts_by_range ON purge_receipts (kind, organisation_id, to_at);
CREATE INDEX purge_receipts_by_time ON purge_receipts (at);
CREATE INDEX record_texts_by_key ON record_texts (organisation_id, field, key);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (last_at);
CREATE INDEX stray_records_by_day ON stray_records (day);
CREATE INDEX users_by_created ON users (organisation_id, created_at, id);
CREATE UNIQUE INDEX users_by_email ON users (organisation_id, email_key);
CREATE UNIQUE INDEX users_by_external_id ON users (organisation_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX users_by_name ON users (organisation_id, name_key, id, role, status, grade, ou_id);
CREATE INDEX users_by_ou ON users (ou_id);
CREATE INDEX users_by_updated ON users (organisation_id, updated_at, id);
CREATE INDEX webhook_recoveries_of_webhook ON webhook_recoveries (webhook_id);
CREATE INDEX webhooks_by_time ON webhooks (organisation_id, created_at, id);
-- commands.commands_by_time: 200000 200000 2 1;
-- commands.commands_of_batch: 100000 200;
-- commands.commands_of_device: 200000 10 1 1;
-- commands.commands_open: 5000 2 1;
-- commands.commands_undelivered: 5000 2 1;
-- commands.sqlite_autoindex_commands_1: 200000 1;
-- commands.sqlite_autoindex_commands_2: 200000 10 1;
-- deliveries.deliveries_by_time: 1000000 100000 2 1;
-- deliveries.deliveries_due: 10000 1000 2 1;
-- deliveries.deliveries_of_event: 1000000 5;
-- deliveries.sqlite_autoindex_deliveries_1: 1000000 1;
-- devices.devices_by_battery: 50000 50000 500 1;
-- devices.devices_by_id: 50000 50000 1 1;
-- devices.devices_by_last_seen: 50000 50000 10 1 1 1;
-- devices.devices_by_name: 50000 50000 2 1;
-- devices.devices_by_ou: 50000 500 1 1 1;
-- devices.devices_by_status: 50000 50000 20000 1 1 1;
-- devices.devices_by_user: 50000 50000 2 1;
-- devices.devices_with_lock: 200 200 100 100 1;
-- devices.sqlite_autoindex_devices_1: 50000 1;
-- devices.sqlite_autoindex_devices_2: 50000 50000 1;
-- ous.sqlite_autoindex_ous_1: 500 1;
-- ous.sqlite_autoindex_ous_2: 500 500 1
