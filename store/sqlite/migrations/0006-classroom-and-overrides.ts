import type { Migration } from './migrate.ts';

/**
 * Classroom sessions and overrides. What a session or an override names by id (devices, units, people) is not tied to it: it may
 * go while the history stays.
 */
export const classroomAndOverrides: Migration = {
  number: 6,
  title: 'classroom and overrides',
  sql: `
-- due_at: when it starts or ends by itself; null once it is over. ou_path: the unit's path when the session was made.
CREATE TABLE classroom_sessions (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  teacher TEXT NOT NULL,
  teacher_key TEXT NOT NULL,
  ou_id TEXT,
  ou_path TEXT,
  place_ou_id TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  duration_minutes INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('open', 'focus', 'locked')),
  allowed_urls TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('scheduled', 'active', 'ended', 'cancelled')),
  ended_at INTEGER,
  due_at INTEGER,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;
CREATE INDEX classroom_sessions_by_start ON classroom_sessions (organisation_id, starts_at, id);
CREATE INDEX classroom_sessions_by_created ON classroom_sessions (organisation_id, created_at, id);
CREATE INDEX classroom_sessions_by_name ON classroom_sessions (organisation_id, name_key, id);
CREATE INDEX classroom_sessions_due ON classroom_sessions (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX classroom_sessions_open ON classroom_sessions (organisation_id, starts_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX classroom_sessions_of_units ON classroom_sessions (organisation_id, ou_id) WHERE due_at IS NOT NULL AND ou_id IS NOT NULL;

-- key: an e-mail address in lower case, or a device id. open: 1 until the session is over.
CREATE TABLE classroom_members (
  session_id TEXT NOT NULL REFERENCES classroom_sessions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('student', 'device')),
  key TEXT NOT NULL,
  open INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (session_id, kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX classroom_members_open ON classroom_members (kind, key, session_id) WHERE open = 1;

-- The settings of a session from a moment on: what explains a past moment.
CREATE TABLE classroom_settings (
  session_id TEXT NOT NULL REFERENCES classroom_sessions (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  since INTEGER NOT NULL,
  mode TEXT NOT NULL,
  allowed_urls TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE classroom_conflicts (
  session_id TEXT NOT NULL REFERENCES classroom_sessions (id) ON DELETE CASCADE,
  by_session_id TEXT NOT NULL REFERENCES classroom_sessions (id) ON DELETE CASCADE,
  student_emails TEXT NOT NULL,
  device_ids TEXT NOT NULL,
  since INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (session_id, by_session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX classroom_conflicts_by_winner ON classroom_conflicts (by_session_id);

-- due_at: expires_at while it is in force, then null.
CREATE TABLE overrides (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  scope_type TEXT NOT NULL CHECK (scope_type IN ('student', 'device', 'ou', 'session')),
  scope_id TEXT NOT NULL,
  site TEXT NOT NULL,
  reason TEXT,
  place_ou_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_by TEXT CHECK (ended_by IN ('expired', 'ended')),
  due_at INTEGER,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX overrides_by_created ON overrides (organisation_id, created_at, id);
CREATE INDEX overrides_by_expiry ON overrides (organisation_id, expires_at, id);
CREATE INDEX overrides_by_site ON overrides (organisation_id, site, id);
CREATE INDEX overrides_due ON overrides (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX overrides_in_force ON overrides (scope_type, scope_id) WHERE due_at IS NOT NULL;
CREATE INDEX overrides_of_units ON overrides (organisation_id) WHERE due_at IS NOT NULL AND scope_type = 'ou';
`,
};
