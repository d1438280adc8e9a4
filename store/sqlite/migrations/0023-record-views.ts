import type { Migration } from './migrate.ts';

/** Looks at records that follow one with the same filter, until one audit entry counts them together. */
export const recordViews: Migration = {
  number: 23,
  title: 'record-views',
  sql: `
CREATE TABLE record_views (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  -- Digest of the filter.
  filter_key TEXT NOT NULL,
  filter TEXT NOT NULL,
  target TEXT,
  begun_at INTEGER NOT NULL,
  -- Of the looks behind the first: null while there is none.
  first_at INTEGER,
  last_at INTEGER,
  answers INTEGER NOT NULL,
  records INTEGER NOT NULL,
  range_from INTEGER,
  range_to INTEGER,
  ip TEXT,
  user_agent TEXT,
  PRIMARY KEY (organisation_id, actor, action, filter_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_views_by_begin ON record_views (begun_at);
`,
};
