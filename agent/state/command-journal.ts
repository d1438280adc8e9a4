import type { DatabaseSync } from 'node:sqlite';
import { COMMAND_TYPES } from '../../contracts/device/command.ts';
import type { CommandJournal, JournalEntry } from '../core/commands/command-intake.ts';
import type { ReportSink } from '../core/events/event-reporter.ts';
import { countOf, type Meta } from './meta.ts';
import { inTransaction } from './sqlite.ts';

/** Far more than are ever open; older ones are refused by their sequence. */
const KEPT = 500;

/** The commands seen, in the state database. */
export function createCommandJournal(database: DatabaseSync, meta: Meta, outbox: ReportSink): CommandJournal {
  const one = database.prepare('SELECT * FROM commands WHERE command_id = ?');
  const open = database.prepare('SELECT * FROM commands WHERE outcome IS NULL ORDER BY sequence');
  const insert = database.prepare(
    'INSERT INTO commands (command_id, sequence, type, jws) VALUES (?, ?, ?, ?)',
  );
  const end = database.prepare('UPDATE commands SET outcome = ? WHERE command_id = ?');
  const prune = database.prepare('DELETE FROM commands WHERE outcome IS NOT NULL AND sequence <= ?');
  const highWater = (): number => countOf(meta.get('high_water'));
  return {
    highWater,
    find(commandId) {
      const row = one.get(commandId);
      return row === undefined ? null : entryOf(row);
    },
    unfinished: () => open.all().map(entryOf),
    accept({ commandId, sequence, type, jws }, acknowledgement) {
      inTransaction(database, () => {
        insert.run(commandId, sequence, type, jws);
        meta.set('high_water', Math.max(sequence, highWater()));
        prune.run(sequence - KEPT);
        outbox.addResult(acknowledgement);
      });
    },
    finish(outcome) {
      inTransaction(database, () => {
        end.run(JSON.stringify(outcome), outcome.commandId);
        outbox.addResult(outcome);
      });
    },
  };
}

function entryOf(row: Record<string, unknown>): JournalEntry {
  const outcome = row.outcome;
  const type = COMMAND_TYPES.find((known) => known === row.type);
  if (type === undefined) throw new Error(`unknown command type in the journal: ${row.type}`);
  return {
    commandId: String(row.command_id),
    sequence: Number(row.sequence),
    type,
    jws: String(row.jws),
    outcome: typeof outcome === 'string' ? JSON.parse(outcome) : null,
  };
}
