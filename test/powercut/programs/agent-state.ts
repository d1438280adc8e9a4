// Run by agent-state.test.ts with its disk watched: node agent-state.ts FOLDER JOURNAL
import { join } from 'node:path';
import { NEVER_LOCKED } from '../../../agent/core/lock/lock-record.ts';
import { createFilterJournal } from '../../../agent/os/filter-journal.ts';
import { openAgentState } from '../../../agent/state/agent-state.ts';
import { prepareStateFolder } from '../../../agent/state/state-folder.ts';
import { systemClock } from '../../../kit/clock.ts';
import { silentLog } from '../../../kit/log.ts';
import { notePromise } from '../disk-journal.ts';

const ROUNDS = 6;

const [path = '', journal = ''] = process.argv.slice(2);
const promise = (text: string): void => notePromise(journal, text);
const folder = await prepareStateFolder(join(path, 'state'));
const open = () => openAgentState({ folder, clock: systemClock, log: silentLog, enrollment: 'school' });

/** What the agent hands in, takes over and writes down, with a word as soon as it counts on it. */
async function live(state: Awaited<ReturnType<typeof open>>, round: number): Promise<void> {
  const commandId = `command-${round}`;
  state.commands.accept(
    { commandId, sequence: round, type: 'lock', jws: `jws ${round}` },
    { id: `acknowledged-${round}`, at: round, commandId, state: 'acknowledged' },
  );
  promise(`command ${round}`);
  promise(`report acknowledged-${round}`);
  await state.lock.save({
    ...NEVER_LOCKED,
    sequence: round,
    held: { commandId, sequence: round, message: 'x'.repeat(1_000), since: round, until: null, pin: null },
  });
  promise(`lock ${round}`);
  state.commands.finish({ id: `succeeded-${round}`, at: round, commandId, state: 'succeeded', result: null });
  promise(`report succeeded-${round}`);
  state.target.save({ jws: `target ${round}`, version: round });
  promise(`target ${round}`);
  state.nextEpoch();
  promise(`epoch ${round}`);
  // The server has the first of them for good: it may come again, but need not.
  const [oldest] = state.outbox.peek('results', { rows: 1, bytes: 1_000 });
  if (round % 2 === 0 && oldest !== undefined) {
    promise(`sent ${(JSON.parse(oldest.body) as { readonly id: string }).id}`);
    state.outbox.remove([oldest]);
  }
}

async function keepFilterJournal(): Promise<void> {
  const filter = createFilterJournal({ path: join(folder.path, 'filter.journal') });
  for (const key of ['one', 'two', 'three']) {
    const undo = [['nft', 'delete', key, 'x'.repeat(600)]];
    await filter.record({ kind: 'commands', key, undo });
    promise(`filter ${key}`);
  }
  promise('filter-may-forget two');
  await filter.forget('two');
  promise('filter-forgot two');
}

const first = await open();
promise('opened');
for (let round = 1; round <= ROUNDS; round++) await live(first, round);
// Closing writes SQLite's log into the file and removes it.
first.close();
await keepFilterJournal();
const second = await open();
await live(second, ROUNDS + 1);
