import type { Migration } from './migrate.ts';

/** A device's open commands, which are asked for whenever it connects or is sent something: commands that have ended are kept, and were read each time. */
export const openCommands: Migration = {
  number: 25,
  title: 'open-commands',
  sql: `
CREATE INDEX commands_open_of_device ON commands (device_id, sequence) WHERE status IN ('queued', 'sent', 'acknowledged');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('commands', 'commands_open_of_device', '5000 2 1');
`,
};
