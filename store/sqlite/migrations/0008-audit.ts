import type { Migration } from './migrate.ts';

/**
 * The audit: one chain of hashes an organisation. `audit_heads` repeats where each chain ends, so that entries cut off at its end are missed, and where
 * retention has cut it at its beginning.
 */
export const audit: Migration = {
  number: 8,
  title: 'audit',
  sql: `
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT,
  ip TEXT,
  user_agent TEXT,
  request_id TEXT,
  changes TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (organisation_id, sequence)
) STRICT;
CREATE INDEX audit_by_time ON audit (organisation_id, at, id);
CREATE INDEX audit_by_actor ON audit (organisation_id, actor, at, id);
CREATE INDEX audit_by_action ON audit (organisation_id, action, at, id);
CREATE INDEX audit_by_target ON audit (organisation_id, target, at, id);

CREATE TABLE audit_heads (
  organisation_id INTEGER PRIMARY KEY REFERENCES organisations (id),
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL,
  purged_sequence INTEGER NOT NULL DEFAULT 0,
  purged_hash TEXT NOT NULL
) STRICT;

CREATE TABLE audit_receipts (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  last_sequence INTEGER NOT NULL,
  first_sequence INTEGER NOT NULL,
  last_hash TEXT NOT NULL,
  count INTEGER NOT NULL,
  purged_at INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, last_sequence)
) STRICT, WITHOUT ROWID;
`,
};
