import type { Migration } from './migrate.ts';

/** What students did and wrote is no longer stored with device events: nothing reads it after they took effect. */
export const deviceEventFacts: Migration = {
  number: 24,
  title: 'device-event-facts',
  sql: `
UPDATE device_events SET event = json_set(event, '$.details', json('{}'))
  WHERE json_extract(event, '$.kind') NOT IN
    ('lock_released', 'refused', 'tamper', 'self_test', 'protection', 'repair', 'portal', 'fault');
UPDATE device_events SET event =
  json_remove(event, '$.details.user', '$.details.note', '$.details.host', '$.details.url', '$.details.domain', '$.details.title');
CREATE INDEX device_events_by_age ON device_events (received_at);
`,
};
