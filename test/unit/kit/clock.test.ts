import t from 'tap';
import { delay, every, systemClock } from '../../../kit/clock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

t.test('a delay ends at its time, or at once when it is aborted', async (t) => {
  const clock = createFakeClock();
  const ended: string[] = [];
  const aborter = new AbortController();
  void delay(clock, 1_000).then(() => ended.push('time'));
  void delay(clock, 5_000, aborter.signal).then(() => ended.push('abort'));
  await clock.advance(999);
  t.same(ended, []);
  await clock.advance(1);
  t.same(ended, ['time']);
  aborter.abort();
  await clock.advance(0);
  t.same(ended, ['time', 'abort']);
  t.equal(clock.pending(), 0);
  await delay(clock, 1_000, aborter.signal);
});

t.test('repeated work goes on after an error and stops when told', async (t) => {
  const clock = createFakeClock();
  const errors: unknown[] = [];
  let calls = 0;
  const loop = every(
    clock,
    100,
    () => {
      calls += 1;
      if (calls === 2) throw new Error('once');
    },
    (error) => errors.push(error),
  );
  await clock.advance(350);
  t.equal(calls, 3);
  t.equal(errors.length, 1);
  await loop.stop();
  await clock.advance(1_000);
  t.equal(calls, 3);
});

t.test('the system clock’s timers fire, can be cancelled, and monotonic time goes forward', async (t) => {
  const before = systemClock.monotonic();
  let cancelled = true;
  systemClock.setTimeout(() => (cancelled = false), 1).cancel();
  await delay(systemClock, 5);
  t.ok(cancelled);
  t.ok(systemClock.monotonic() > before);
});
