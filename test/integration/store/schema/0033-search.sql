CREATE INDEX devices_by_search ON devices (organisation_id, search_key, ou_id, id, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX users_by_search ON users (organisation_id, search_key, ou_id, id);
-- devices.devices_by_search: 50000 50000 1 1 1 1;
-- users.users_by_search: 50000 50000 1 1 1
