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
, policy_version INTEGER NOT NULL DEFAULT 0) STRICT;
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
CREATE INDEX policies_by_name ON policies (organisation_id, name_key, id);
CREATE INDEX policy_versions_by_time ON policy_versions (organisation_id, valid_from);
-- no longer: CREATE TABLE organisations (
