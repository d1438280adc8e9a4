import t from 'tap';
import { createGroupCommit, type GroupCommit, Unstorable } from '../../../../gateway/writing/group-commit.ts';
import { Fault } from '../../../../kit/fault.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import type { ReceivedActivity } from '../../../../store/ports/telemetry.ts';

/** A store that only counts its transactions and keeps what they append, and fails when told. */
function fakeStore({
  beginFails = () => false,
  commitFails = () => false,
}: {
  readonly beginFails?: () => boolean;
  readonly commitFails?: () => boolean;
} = {}) {
  const log: string[] = [];
  let transactions = 0;
  const appendActivity = async (records: readonly ReceivedActivity[]): Promise<number> => {
    for (const { record } of records) {
      if (record.id.startsWith('bad')) throw new Error('cannot store REAL value in INTEGER column');
      log.push(record.id);
    }
    return records.length;
  };
  return {
    log,
    count: () => transactions,
    transaction: async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
      transactions += 1;
      const mark = log.length;
      try {
        if (beginFails()) throw new Error('locked');
        const result = await work({ telemetry: { appendActivity } } as unknown as Transaction);
        if (commitFails()) throw new Fault('unavailable', 'The disk is full.');
        return result;
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

t.test('a job at fault is told so, with the cause; a failing store gives its own error', async (t) => {
  const cause = new Error('poison');
  const commits = createGroupCommit({ store: fakeStore(), counters: counters() });
  const rejected = await commits.submit({ kind: 'work', run: () => Promise.reject(cause) }).catch((e) => e);
  t.ok(rejected instanceof Unstorable);
  t.equal(rejected.cause, cause);

  const full = createGroupCommit({ store: fakeStore({ commitFails: () => true }), counters: counters() });
  const failed = await note(full, [], 'x').catch((error) => error);
  t.ok(failed instanceof Fault);
  const locked = createGroupCommit({ store: fakeStore({ beginFails: () => true }), counters: counters() });
  const refused = await note(locked, [], 'x').catch((error) => error);
  t.equal(refused.message, 'locked');
  t.notOk(refused instanceof Unstorable);
});

t.test(
  'a store that cannot begin is asked once for many jobs, one that cannot commit some times',
  async (t) => {
    for (const [fails, times] of [
      [{ beginFails: () => true }, 1],
      [{ commitFails: () => true }, 12],
    ] as const) {
      const store = fakeStore(fails);
      const commits = createGroupCommit({ store, counters: counters() });
      const results = await Promise.allSettled(
        Array.from({ length: 512 }, (_, n) => note(commits, store.log, String(n))),
      );
      t.ok(results.every(({ status }) => status === 'rejected'));
      t.ok(results.every((result) => !('reason' in result && result.reason instanceof Unstorable)));
      t.equal(store.count(), times);
    }
  },
);

t.test('a job that meets a damaged page takes no other down with it, wherever it stands', async (t) => {
  for (const damaged of [0, 255, 511]) {
    const store = fakeStore();
    const commits = createGroupCommit({ store, counters: counters() });
    const results = await Promise.allSettled(
      Array.from({ length: 512 }, (_, n) =>
        n === damaged
          ? commits.submit({ kind: 'work', run: () => Promise.reject(new Fault('unavailable', 'damaged')) })
          : note(commits, store.log, String(n)),
      ),
    );
    t.same(
      results.flatMap(({ status }, n) => (status === 'rejected' ? [n] : [])),
      [damaged],
    );
  }
});

const activity = (...ids: string[]) => ({
  kind: 'activity' as const,
  records: ids.map((id) => ({ record: { id } }) as ReceivedActivity),
});

t.test(
  'of a message with a bad record the others are stored, and the message is not asked for again',
  async (t) => {
    const store = fakeStore();
    const commits = createGroupCommit({ store, counters: counters() });
    const [mixed, good] = await Promise.allSettled([
      commits.submit(activity('a', 'b', 'bad', 'c')),
      commits.submit(activity('d')),
    ]);
    t.ok(mixed?.status === 'rejected' && mixed.reason instanceof Unstorable);
    t.equal(good?.status, 'fulfilled');
    t.same([...store.log].sort(), ['a', 'b', 'c', 'd']);
  },
);

t.test('a message of nothing but bad records costs few transactions', async (t) => {
  const store = fakeStore();
  const commits = createGroupCommit({ store, counters: counters() });
  const bad = Array.from({ length: 500 }, (_, n) => `bad ${n}`);
  await t.rejects(commits.submit(activity(...bad)), { name: 'Unstorable' });
  t.ok(store.count() < 40, `${store.count()}`);
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

t.test('what is small does not wait for the many records of another device', async (t) => {
  const store = fakeStore();
  const counts = counters();
  const commits = createGroupCommit({ store, counters: counts });
  const order: string[] = [];
  const submit = (name: string, count: number): Promise<void> =>
    commits
      .submit(activity(...Array.from({ length: count }, (_, n) => `${name}-${n}`)))
      .then(() => void order.push(name));
  const floods = ['flood1', 'flood2', 'flood3', 'flood4'].map((name) => submit(name, 500));
  await submit('small', 1);
  t.ok(store.log.length <= 257, `one transaction, not ${store.log.length} records`);
  await submit('later', 1);
  t.ok(order.indexOf('later') < order.indexOf('flood4') || !order.includes('flood4'), order.join(' '));
  await Promise.all(floods);
  t.equal(store.log.length, 2_002, 'all is stored');
  t.same(store.log.filter((id) => id.startsWith('flood1')).length, 500);
});

t.test('what is at hand is committed when the gathering takes its time', async (t) => {
  const store = fakeStore();
  let now = 0;
  const commits = createGroupCommit({ store, counters: counters(), clock: { monotonic: () => now } });
  let turns = 0;
  let isDone = false;
  // Each turn of the event loop takes 5 ms and brings another job.
  const more = (): void => {
    if (isDone) return;
    now += 5;
    turns += 1;
    void note(commits, store.log, 'more');
    setImmediate(more);
  };
  setImmediate(more);
  await note(commits, store.log, 'first');
  isDone = true;
  t.ok(turns <= 2, `${turns} turns`);
  await commits.drain();
});
