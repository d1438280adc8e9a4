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
  unenrolled_at INTEGER, policy_hash TEXT, categories_version INTEGER, categories_hash TEXT, protection_reason TEXT, protection_reason_state TEXT, lock_rank INTEGER GENERATED ALWAYS AS (2 * lock_wanted + lock_confirmed) VIRTUAL,
  UNIQUE (organisation_id, hardware_identity)
) STRICT;
CREATE INDEX devices_by_lock ON devices (organisation_id, lock_rank, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_protection ON devices (organisation_id, protection_state, id) WHERE unenrolled_at IS NULL;
CREATE INDEX devices_by_report ON devices (organisation_id, status, protection_state, lock_wanted, lock_confirmed, protection_policy_version, unenrolled_at)
  WHERE unenrolled_at IS NULL;
CREATE INDEX events_of_device ON events (organisation_id, device_id, at, id, type) WHERE device_id IS NOT NULL;
-- devices.devices_by_lock: 50000 50000 40000 1;
-- devices.devices_by_protection: 50000 50000 40000 1;
-- devices.devices_by_report: 50000 50000 40000 40000 40000 40000 40000 40000;
-- no longer: CREATE TABLE devices (
