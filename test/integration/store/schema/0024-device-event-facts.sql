CREATE INDEX device_events_by_age ON device_events (received_at)
