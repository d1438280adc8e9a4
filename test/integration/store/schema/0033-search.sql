CREATE INDEX devices_by_search ON devices (organisation_id, search_key, ou_id, id, unenrolled_at) WHERE unenrolled_at IS NULL;
CREATE INDEX users_by_search ON users (organisation_id, search_key, ou_id, id)
