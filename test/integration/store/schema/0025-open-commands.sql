CREATE INDEX commands_open_of_device ON commands (device_id, sequence) WHERE status IN ('queued', 'sent', 'acknowledged');
-- commands.commands_open_of_device: 5000 2 1
