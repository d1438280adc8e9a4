CREATE TABLE chat_holds (
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_type TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, event_type)
) STRICT, WITHOUT ROWID
