CREATE TABLE webhook_recoveries (
  id INTEGER PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  reached INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL
, reached_at INTEGER) STRICT;
CREATE INDEX events_by_type_and_time ON events (organisation_id, type, at, sequence);
-- no longer: CREATE TABLE webhook_recoveries (
