import type { Migration } from './migrate.ts';

/** Used budgets of devices, and events about their presence that were held back. */
export const deviceQuotas: Migration = {
  number: 27,
  title: 'device-quotas',
  sql: `
-- events: how many about its presence were held back since the last that was told. A device of which all is told has no row.
CREATE TABLE device_untold_presence (
  device_id TEXT PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  events INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- spent: JSON, by the name of a budget what of its parts was used up at that time. A device that has used up little has no row.
CREATE TABLE device_spent_budgets (
  device_id TEXT PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  spent TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
