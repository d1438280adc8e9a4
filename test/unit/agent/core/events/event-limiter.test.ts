import t from 'tap';
import { createEventLimiter } from '../../../../../agent/core/events/event-limiter.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const HOUR_MS = 3_600_000;

t.test('so many of a key pass in a period, and the next one tells how many did not', async (t) => {
  const clock = createFakeClock();
  const limiter = createEventLimiter({ clock, max: 2, periodMs: HOUR_MS });
  t.same(
    [1, 2, 3, 4].map(() => limiter.pass('a')),
    [0, 0, null, null],
  );
  t.equal(limiter.pass('b'), 0, 'one key does not hide another');
  await clock.advance(HOUR_MS);
  t.equal(limiter.pass('a'), 2);
});

t.test('a hundred thousand keys pass no more than two hundred and one', async (t) => {
  const clock = createFakeClock();
  const limiter = createEventLimiter({ clock, max: 10, periodMs: HOUR_MS });
  let passed = 0;
  for (let n = 0; n < 100_000; n++) if (limiter.pass(`bypass ${n}.example`) !== null) passed += 1;
  t.equal(passed, 200 + 10);
  t.equal(limiter.pass('bypass 0.example'), 0, 'who came before keeps its own count');
  await clock.advance(2 * HOUR_MS);
  t.equal(limiter.pass('fault worker'), 0, 'later others have their place');
});

t.test('what was swallowed is told once, and the next period has its own room', async (t) => {
  const clock = createFakeClock();
  const limiter = createEventLimiter({ clock, max: 1, periodMs: HOUR_MS });
  limiter.pass('a');
  limiter.pass('a');
  await clock.advance(HOUR_MS - 1);
  t.equal(limiter.pass('a'), null, 'a millisecond before the end');
  await clock.advance(1);
  t.equal(limiter.pass('a'), 2);
  t.equal(limiter.pass('a'), null, 'the period began anew');
  await clock.advance(HOUR_MS);
  t.equal(limiter.pass('a'), 1, 'the two were told before');
});

/** So many keys, each of which takes a place. */
function fill(limiter: { pass(key: string): number | null }, count: number): void {
  for (let n = 0; n < count; n++) limiter.pass(`key ${n}`);
}

t.test('the two-hundredth key has its own count, later ones share one', async (t) => {
  const clock = createFakeClock();
  const limiter = createEventLimiter({ clock, max: 1, periodMs: HOUR_MS });
  fill(limiter, 199);
  t.equal(limiter.pass('last'), 0);
  t.equal(limiter.pass('one more'), 0);
  t.equal(limiter.pass('another'), null, 'counted with the one before');
  t.equal(limiter.pass('last'), null);
});

t.test('a key whose period is over gives up its place when all are taken', async (t) => {
  const clock = createFakeClock();
  const limiter = createEventLimiter({ clock, max: 1, periodMs: HOUR_MS });
  fill(limiter, 200);
  await clock.advance(HOUR_MS - 1);
  limiter.pass('x');
  t.equal(limiter.pass('y'), null, 'a millisecond before the end none is free');
  await clock.advance(1);
  t.equal(limiter.pass('y'), 0);
  t.equal(limiter.pass('z'), 0, 'each has its own');
});

t.test('a key that has something to tell keeps its place for one more period', async (t) => {
  const clock = createFakeClock();
  const limiter = createEventLimiter({ clock, max: 1, periodMs: HOUR_MS });
  for (let n = 0; n < 200; n++) fill(limiter, 200);
  await clock.advance(2 * HOUR_MS - 1);
  t.equal(limiter.pass('x'), 0);
  t.equal(limiter.pass('y'), null, 'none is free');
  t.equal(limiter.pass('key 0'), 199, 'and what was swallowed is told');
  await clock.advance(1);
  t.equal(limiter.pass('y'), 0);
  t.equal(limiter.pass('z'), 0, 'two periods later all are free');
  t.equal(limiter.pass('key 1'), 0, 'and what nobody asked after is forgotten');
});
