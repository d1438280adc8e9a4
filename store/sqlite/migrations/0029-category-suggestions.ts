import type { Migration } from './migrate.ts';

/** People's suggestions about names and categories, and the decisions. */
export const categorySuggestions: Migration = {
  number: 29,
  title: 'category-suggestions',
  sql: `
CREATE TABLE category_suggestions (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  domain TEXT NOT NULL,
  category TEXT NOT NULL,
  kind TEXT NOT NULL,
  note TEXT,
  status TEXT NOT NULL,
  created_by TEXT NOT NULL,
  decided_by TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX category_suggestions_open ON category_suggestions (organisation_id, domain, category, kind) WHERE status = 'open';
CREATE INDEX category_suggestions_by_status ON category_suggestions (organisation_id, status);
CREATE INDEX category_suggestions_by_creator ON category_suggestions (organisation_id, created_by, created_at);
CREATE INDEX category_suggestions_by_time ON category_suggestions (organisation_id, created_at, id);
`,
};
