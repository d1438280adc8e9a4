import type { Migration } from './migrate.ts';

/** Requests of devices to enroll anew without their old key, and tokens for it. */
export const enrollmentRequests: Migration = {
  number: 21,
  title: 'enrollment-requests',
  sql: `
ALTER TABLE enrollment_tokens ADD COLUMN re_enroll INTEGER NOT NULL DEFAULT 0;
ALTER TABLE enrollment_tokens ADD COLUMN device_id TEXT REFERENCES devices (id);

-- public_key: the new key; not in force before somebody has approved.
CREATE TABLE enrollment_requests (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  device_id TEXT NOT NULL REFERENCES devices (id),
  token_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  hostname TEXT NOT NULL,
  address TEXT NOT NULL,
  status TEXT NOT NULL,
  decided_at INTEGER,
  decided_by TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (device_id, public_key, token_id)
) STRICT;
CREATE INDEX enrollment_requests_by_organisation ON enrollment_requests (organisation_id, id);
`,
};
