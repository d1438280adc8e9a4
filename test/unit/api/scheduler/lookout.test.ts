import t from 'tap';
import { createLookout } from '../../../../api/scheduler/lookout.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';

/** A lookout every 3 s that notes when it looked, in milliseconds since the start. */
function createScene(
  options: { readonly dueInMs?: readonly number[]; readonly look?: () => Promise<boolean> } = {},
) {
  const clock = createFakeClock(0);
  const looks: number[] = [];
  const errors: unknown[] = [];
  const lookout = createLookout({
    clock,
    pollMs: 3_000,
    look: async () => {
      looks.push(clock.now());
      return (await options.look?.()) ?? false;
    },
    nextDueAt: async () => options.dueInMs?.find((due) => due > clock.now()) ?? null,
    onError: (error) => errors.push(error),
  });
  return { clock, looks, errors, lookout };
}

t.test('without wake-ups it looks every few seconds', async (t) => {
  const { clock, looks, lookout } = createScene();
  lookout.wake();
  await clock.advance(7_000);
  t.same(looks, [0, 3_000, 6_000]);
  await lookout.close();
  await clock.advance(10_000);
  t.equal(looks.length, 3, 'and never after it was closed');
  lookout.wake();
  await clock.advance(10_000);
  t.equal(looks.length, 3);
});

t.test('it looks when the next thing is due, if that is sooner', async (t) => {
  const { clock, looks, lookout } = createScene({ dueInMs: [1_200, 9_000] });
  await clock.advance(100);
  t.same(looks, [], 'but not before the first wake-up');
  lookout.wake();
  await clock.advance(4_200);
  t.same(looks, [100, 1_200, 4_200]);
});

t.test('what is overdue and was not taken causes no hurry', async (t) => {
  const clock = createFakeClock(0);
  let looks = 0;
  const lookout = createLookout({
    clock,
    pollMs: 3_000,
    look: async () => {
      looks += 1;
      return false;
    },
    nextDueAt: async () => clock.now() - 1,
    onError: () => undefined,
  });
  lookout.wake();
  await clock.advance(2_999);
  t.equal(looks, 1);
  await clock.advance(1);
  t.equal(looks, 2);
});

t.test('a wake-up is answered at once; many during one look cause one more', async (t) => {
  let release = (): void => undefined;
  let held = true;
  const { clock, looks, lookout } = createScene({
    look: () => (held ? new Promise((resolve) => (release = () => resolve(false))) : Promise.resolve(false)),
  });
  lookout.wake();
  for (let count = 0; count < 5; count++) lookout.wake();
  t.equal(looks.length, 1);
  held = false;
  release();
  await clock.advance(0);
  t.equal(looks.length, 2);
  await clock.advance(1_000);
  lookout.wake();
  await clock.advance(0);
  t.same(looks, [0, 0, 1_000]);
});

t.test('while there is more it goes on without a pause', async (t) => {
  let left = 3;
  const { clock, looks, lookout } = createScene({ look: async () => left-- > 0 });
  lookout.wake();
  await clock.advance(0);
  t.same(looks, [0, 0, 0, 0]);
});

t.test('no wake-up falls into the gap at the end of a look', async (t) => {
  const { clock, looks, lookout } = createScene();
  lookout.wake();
  // One wake-up after every microtask that the look takes, whichever they are.
  for (let turn = 0; turn < 20; turn++) {
    await Promise.resolve();
    const before = looks.length;
    lookout.wake();
    await clock.advance(0);
    t.ok(looks.length > before, `after ${turn} turns`);
  }
});

t.test('a failed look is reported and followed by the next', async (t) => {
  let failing = true;
  const { clock, looks, errors, lookout } = createScene({
    look: () => (failing ? Promise.reject(new Error('the disk is full')) : Promise.resolve(false)),
  });
  lookout.wake();
  await clock.advance(3_000);
  failing = false;
  await clock.advance(3_000);
  t.same(looks, [0, 3_000, 6_000]);
  hasFields(t, errors, [{ message: 'the disk is full' }, { message: 'the disk is full' }]);
});

t.test('close waits for the look under way', async (t) => {
  let release = (): void => undefined;
  const { lookout } = createScene({ look: () => new Promise((resolve) => (release = () => resolve(true))) });
  lookout.wake();
  let closed = false;
  const closing = lookout.close().then(() => {
    closed = true;
  });
  await Promise.resolve();
  t.equal(closed, false);
  release();
  await closing;
  t.equal(closed, true);
});

t.test('while there is more to look at, other work has its turn between two looks', async (t) => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  const { lookout } = createScene({ look: async () => seen.push(turns) < 6 });
  lookout.wake();
  await until(() => seen.length === 6, { what: 'six looks' });
  t.same(seen, [0, 1, 2, 3, 4, 5]);
  await lookout.close();
});
