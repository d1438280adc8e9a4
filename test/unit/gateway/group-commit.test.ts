import t from 'tap';
import { createGroupCommit, type GroupCommit } from '../../../gateway/ingest/group-commit.ts';
import type { Transaction } from '../../../store/ports/store.ts';

/** A store that only counts its transactions, and fails when told. */
function fakeStore(fails: () => boolean = () => false) {
  const log: string[] = [];
  let transactions = 0;
  return {
    log,
    count: () => transactions,
    transaction: async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
      transactions += 1;
      const mark = log.length;
      try {
        if (fails()) throw new Error('disk full');
        return await work({} as Transaction);
      } catch (error) {
        log.length = mark;
        throw error;
      }
    },
  };
}

const counters = () => ({ batches: 0, jobs: 0, failures: 0 });
const note = (commits: GroupCommit, log: string[], text: string) =>
  commits.submit({ kind: 'work', run: async () => void log.push(text) });

t.test('what comes in one turn of the event loop shares a transaction, in its order', async (t) => {
  const store = fakeStore();
  const commits = createGroupCommit({ store, counters: counters() });
  await Promise.all(['a', 'b', 'c'].map((text) => note(commits, store.log, text)));
  t.same(store.log, ['a', 'b', 'c']);
  t.equal(store.count(), 1);
});

t.test('a job that fails fails alone', async (t) => {
  const store = fakeStore();
  const commits = createGroupCommit({ store, counters: counters() });
  const results = await Promise.allSettled([
    note(commits, store.log, 'a'),
    commits.submit({ kind: 'work', run: () => Promise.reject(new Error('poison')) }),
    note(commits, store.log, 'b'),
  ]);
  t.same(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.same(store.log, ['a', 'b']);
});

t.test('an ill store is not asked for each of many jobs', async (t) => {
  const store = fakeStore(() => true);
  const commits = createGroupCommit({ store, counters: counters() });
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => note(commits, store.log, String(n))),
  );
  t.ok(results.every(({ status }) => status === 'rejected'));
  t.equal(store.count(), 9, 'once together, eight times alone');
});

t.test('drain waits for all that was submitted, also for what comes meanwhile', async (t) => {
  const store = fakeStore();
  const commits = createGroupCommit({ store, counters: counters() });
  const first = note(commits, store.log, 'first').then(() => note(commits, store.log, 'second'));
  await commits.drain();
  t.ok(store.log.includes('first'));
  await first;
  await commits.drain();
  t.same(store.log, ['first', 'second']);
});
