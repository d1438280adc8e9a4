import t from 'tap';
import { createWorkQueue } from '../../../gateway/delivery/work-queue.ts';
import { until } from '../../support/until.ts';

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
