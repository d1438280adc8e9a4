import type { Migration } from './migrate.ts';

/**
 * The people of the roster. `users_by_name` ends with what lists are filtered by, so that a filter is judged in the index and only the rows
 * of the page are fetched.
 */
export const users: Migration = {
  number: 2,
  title: 'users',
  sql: `
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  search_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('student', 'teacher', 'staff', 'admin')),
  ou_id TEXT NOT NULL REFERENCES ous (id),
  external_id TEXT,
  grade TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX users_by_email ON users (organisation_id, email_key);
CREATE UNIQUE INDEX users_by_external_id ON users (organisation_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX users_by_name ON users (organisation_id, name_key, id, role, status, grade, ou_id);
CREATE INDEX users_by_created ON users (organisation_id, created_at, id);
CREATE INDEX users_by_updated ON users (organisation_id, updated_at, id);
CREATE INDEX users_by_ou ON users (ou_id);
`,
};
