import t from 'tap';
import { createWorkQueue } from '../../../../gateway/delivery/work-queue.ts';
import { until } from '../../../support/until.ts';

t.test('each key runs once at a time, and again when it was asked for meanwhile', async (t) => {
  const ended: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const queue = createWorkQueue<string>(
    async (key) => {
      if (ended.length === 0) await held;
      ended.push(key);
    },
    () => undefined,
  );
  for (let times = 0; times < 5; times++) queue.add('a', 'urgent');
  release();
  await until(() => ended.length === 2, { what: 'both runs' });
  await queue.stop();
  t.same(ended, ['a', 'a']);
});

t.test('an urgent key overtakes a thousand patient ones, and one failure stops nothing', async (t) => {
  const order: number[] = [];
  const failed: number[] = [];
  const queue = createWorkQueue<number>(
    async (key) => {
      order.push(key);
      if (key === 5) throw new Error('five');
    },
    (key) => void failed.push(key),
  );
  for (let key = 0; key < 1_000; key++) queue.add(key, 'later');
  queue.add(5_000, 'urgent');
  await until(() => order.length === 1_001, { what: 'all' });
  t.ok(order.indexOf(5_000) < 40);
  t.same(failed, [5]);
  await queue.stop();
});

/** A queue whose work waits until it is let go. */
function heldQueue() {
  const begun: string[] = [];
  const releases = new Map<string, () => void>();
  const queue = createWorkQueue<string>(
    (key) =>
      new Promise((resolve) => {
        begun.push(key);
        releases.set(key, resolve);
      }),
    () => undefined,
  );
  const letGo = (key: string): void => releases.get(key)?.();
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { queue, begun, letGo, turn };
}

t.test('sixteen keys are worked on at once, and the next when one of them is done', async (t) => {
  const { queue, begun, letGo, turn } = heldQueue();
  const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
  for (const key of keys) queue.add(key, 'urgent');
  await turn();
  t.strictSame(begun, keys.slice(0, 16));
  letGo('key 3');
  await turn();
  t.strictSame(begun, keys.slice(0, 17));
  const stopped = queue.stop();
  for (const key of begun) letGo(key);
  await stopped;
});

t.test('a key that is asked for in both ways waits once', async (t) => {
  const { queue, begun, letGo, turn } = heldQueue();
  queue.add('a', 'urgent');
  queue.add('a', 'urgent');
  queue.add('a', 'later');
  await turn();
  t.strictSame(begun, ['a'], 'and is not worked on twice at once');
  letGo('a');
  await turn();
  await turn();
  t.strictSame(begun, ['a', 'a']);
  letGo('a');
  await turn();
  await turn();
  t.strictSame(begun, ['a', 'a']);
  await queue.stop();
});

t.test('a patient key lets the event loop go round before it', async (t) => {
  const { queue, begun, letGo } = heldQueue();
  queue.add('patient', 'later');
  queue.add('urgent', 'urgent');
  await Promise.resolve();
  t.strictSame(begun, ['urgent']);
  const stopped = queue.stop();
  await new Promise((resolve) => setImmediate(resolve));
  for (const key of begun) letGo(key);
  await stopped;
});

t.test('stopped, it forgets what waits and ends with what runs', async (t) => {
  const { queue, begun, letGo, turn } = heldQueue();
  for (const priority of ['urgent', 'later'] as const)
    for (let n = 0; n < 20; n++) queue.add(`${priority} ${n}`, priority);
  await turn();
  let isStopped = false;
  const stopped = queue.stop().then(() => {
    isStopped = true;
  });
  await turn();
  t.equal(isStopped, false);
  for (const key of begun) letGo(key);
  await stopped;
  await turn();
  await turn();
  t.equal(begun.length, 16);
});
