import type { Migration } from './migrate.ts';

/** Networks from which devices have logged in within the last days: strangers cannot take their places. */
export const knownNetworks: Migration = {
  number: 28,
  title: 'known-networks',
  sql: `
CREATE TABLE known_networks (
  network TEXT PRIMARY KEY,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX known_networks_by_use ON known_networks (used_at);
`,
};
