import t from 'tap';
import { Fault } from '../../../../kit/fault.ts';
import { createDueWork } from '../../../../store/rules/due-work.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function scene() {
  const clock = createFakeClock();
  const failures: string[] = [];
  const tried: string[] = [];
  const due = createDueWork<string>({
    clock,
    keyOf: (item) => item,
    onFailure: (item) => failures.push(item),
  });
  const attempt = (item: string): Promise<boolean> =>
    due.attempt(item, async () => {
      tried.push(item);
      if (item === 'bad') throw new Error('poison');
      if (item === 'full') throw new Fault('unavailable', 'The disk is full.');
    });
  return { clock, failures, tried, due, attempt };
}

t.test('what fails by itself waits, longer each time, and is told of each time', async (t) => {
  const { clock, failures, tried, due, attempt } = scene();
  t.equal(await attempt('bad'), false);
  t.equal(await attempt('good'), true);
  t.equal(due.held, 1);
  for (const [waitMs, times] of [
    [9_999, 1],
    [1, 2],
    [19_999, 2],
    [1, 3],
  ] as const) {
    await clock.advance(waitMs);
    await attempt('bad');
    t.equal(tried.filter((item) => item === 'bad').length, times);
  }
  t.same(failures, ['bad', 'bad', 'bad']);
  for (let times = 0; times < 20; times++) await clock.advance(600_000).then(() => attempt('bad'));
  t.equal(failures.length, 23, 'never more than ten minutes apart');
});

t.test('a failure of the store is the caller’s, and holds nothing', async (t) => {
  const { due, failures, attempt } = scene();
  await t.rejects(attempt('full'), { code: 'unavailable' });
  t.equal(due.held, 0);
  t.same(failures, []);
});

t.test('what is done at last is remembered no more; the oldest of too many is forgotten', async (t) => {
  const clock = createFakeClock();
  const due = createDueWork<number>({ clock, keyOf: String, onFailure: () => undefined });
  let ill = true;
  const attempt = (item: number): Promise<boolean> =>
    due.attempt(item, () => (ill ? Promise.reject(new Error('poison')) : Promise.resolve()));
  for (let item = 0; item <= 1_000; item++) await attempt(item);
  t.equal(due.held, 1_000);
  ill = false;
  t.equal(await attempt(0), true, 'the oldest');
  t.equal(await attempt(1), false);
  await clock.advance(10_000);
  t.equal(await attempt(1), true);
  t.equal(due.held, 999);
});
