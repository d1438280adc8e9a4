import type { Migration } from './migrate.ts';

/** When the next message may go to a team chat. */
export const chatHolds: Migration = {
  number: 11,
  title: 'chat-holds',
  sql: `
-- until: nothing about this type of event is sent before; of type '': nothing at all.
CREATE TABLE chat_holds (
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_type TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, event_type)
) STRICT, WITHOUT ROWID;
`,
};
