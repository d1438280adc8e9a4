import type { Migration } from './migrate.ts';

/** Pulling of events, ed25519 keys of webhooks, attempts that people ask for, and events that are sent again. */
export const webhookSignatures: Migration = {
  number: 10,
  title: 'webhook-signatures',
  sql: `
-- event_floor: the last sequence that can no longer be pulled.
ALTER TABLE organisations ADD COLUMN event_floor INTEGER NOT NULL DEFAULT 0;
UPDATE organisations SET event_floor = coalesce((SELECT min(sequence) FROM events WHERE organisation_id = organisations.id) - 1, event_sequence);
CREATE INDEX events_by_type ON events (organisation_id, type, sequence);

-- disabled_told_at: when people were told that Schoolgate has disabled it.
ALTER TABLE webhooks ADD COLUMN enabled_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN disabled_told_at INTEGER;
UPDATE webhooks SET enabled_at = created_at;

CREATE TABLE webhook_keys (
  webhook_id TEXT PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  public_key TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- scheduled_count: attempts of the present schedule. manual_at: when somebody asked for an attempt that is still to be made.
ALTER TABLE deliveries ADD COLUMN scheduled_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN manual_at INTEGER;
UPDATE deliveries SET scheduled_count = attempt_count;
ALTER TABLE delivery_attempts ADD COLUMN triggered_by TEXT NOT NULL DEFAULT 'scheduled' CHECK (triggered_by IN ('scheduled', 'manual'));
ALTER TABLE delivery_attempts ADD COLUMN request_headers TEXT NOT NULL DEFAULT '{}';

-- Events that are to be sent again: from since on and before until, and behind the sequence reached, up to last_sequence.
CREATE TABLE webhook_recoveries (
  id INTEGER PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  reached INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_recoveries_of_webhook ON webhook_recoveries (webhook_id);
`,
};
