import type { Migration } from './migrate.ts';

/** What policy bundles contain beside policies, and which bundle a device reports. */
export const bundles: Migration = {
  number: 13,
  title: 'bundles',
  sql: `
-- Digest of what this server adds to every bundle (shipped lists, its settings): when it is another, devices get a new target state.
ALTER TABLE organisations ADD COLUMN bundle_defaults TEXT;

-- As last reported: hash of the bundle in force, number and hash of the category index in use.
ALTER TABLE devices ADD COLUMN policy_hash TEXT;
ALTER TABLE devices ADD COLUMN categories_version INTEGER;
ALTER TABLE devices ADD COLUMN categories_hash TEXT;
`,
};
