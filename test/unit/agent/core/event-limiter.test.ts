import t from 'tap';
import { createEventLimiter } from '../../../../agent/core/event-limiter.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

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
