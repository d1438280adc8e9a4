import type { Migration } from './migrate.ts';

/** What administrators set over the API, in the place of the configuration file. */
export const organisationSettings: Migration = {
  number: 37,
  title: 'organisation-settings',
  sql: `
-- document: values and replaced values (JSON). Secrets in it are sealed.
CREATE TABLE organisation_settings (
  organisation_id INTEGER PRIMARY KEY REFERENCES organisations (id),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
`,
};
