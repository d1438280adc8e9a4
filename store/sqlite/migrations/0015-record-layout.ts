import type { Migration } from './migrate.ts';

/** Day tables of logs that were made before bypasses and programs were kept get those columns when the next record comes in for them. */
export const recordLayout: Migration = {
  number: 15,
  title: 'record-layout',
  sql: `
-- 1: logs without bypass and app. 2: with them.
ALTER TABLE record_partitions ADD COLUMN layout INTEGER NOT NULL DEFAULT 1;
`,
};
