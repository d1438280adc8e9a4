import type { Migration } from './migrate.ts';

/** Which commands a batch has made stands in `command_batch_members`; the column of 0001 was never filled. */
export const commandsWithoutBatch: Migration = {
  number: 26,
  title: 'commands-without-batch',
  sql: `
DROP INDEX commands_of_batch;
ALTER TABLE commands DROP COLUMN batch_id;
`,
};
