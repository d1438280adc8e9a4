import t from 'tap';
import { TimeoutQueue, type Waiting } from '../../../../../agent/filter/dns/timeout-queue.ts';
import type { Clock, Timer } from '../../../../../kit/clock.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

function waiting(expired: string[], name: string): Waiting {
  return { dueAt: 0, earlier: null, later: null, expire: () => void expired.push(name) };
}

t.test('each expires after its time, in order; what was removed does not', async (t) => {
  const clock = createFakeClock();
  const queue = new TimeoutQueue(clock, 1_000);
  const expired: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => waiting(expired, name));
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('no waiting');
  queue.add(a);
  queue.add(b);
  await clock.advance(400);
  queue.add(c);
  queue.remove(b);
  queue.remove(b);
  queue.add(d);
  queue.remove(d);
  await clock.advance(599);
  t.same(expired, []);
  await clock.advance(1);
  t.same(expired, ['a']);
  await clock.advance(400);
  t.same(expired, ['a', 'c']);
  await clock.advance(5_000);
  t.equal(expired.length, 2);
  t.equal(clock.pending(), 0, 'no timer is left');
});

/** A queue of one second, the delays of the timers that it set, and what expired in it. */
function stand() {
  const clock = createFakeClock();
  const delays: number[] = [];
  const watched: Clock = {
    ...clock,
    setTimeout(callback, delayMs) {
      delays.push(delayMs);
      return clock.setTimeout(callback, delayMs);
    },
  };
  const expired: string[] = [];
  return { clock, delays, expired, queue: new TimeoutQueue(watched, 1_000) };
}

t.test('one timer serves all, set for the one that is due next', async (t) => {
  const { clock, delays, expired, queue } = stand();
  queue.add(waiting(expired, 'a'));
  await clock.advance(600);
  queue.add(waiting(expired, 'b'));
  t.strictSame([delays, clock.pending()], [[1_000], 1]);
  await clock.advance(400);
  t.strictSame([expired, delays, clock.pending()], [['a'], [1_000, 600], 1]);
  await clock.advance(600);
  t.strictSame([expired, delays, clock.pending()], [['a', 'b'], [1_000, 600], 0]);
  await clock.advance(10_000);
  queue.add(waiting(expired, 'c'));
  t.strictSame(delays, [1_000, 600, 1_000], 'it begins anew');
});

t.test('a part of a millisecond is waited for as a whole one', async (t) => {
  const { clock, delays, expired, queue } = stand();
  queue.add(waiting(expired, 'a'));
  await clock.advance(2.25);
  queue.add(waiting(expired, 'b'));
  await clock.advance(997.75);
  t.strictSame(delays, [1_000, 3]);
  await clock.advance(2.5);
  t.strictSame(expired, ['a']);
  await clock.advance(0.5);
  t.strictSame(expired, ['a', 'b']);
});

t.test('a timer that fires early lets nothing expire early', async (t) => {
  const expired: string[] = [];
  const timers: (() => void)[] = [];
  const delays: number[] = [];
  let now = 0;
  const timer: Timer = { cancel: () => undefined, unref: () => timer };
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    setTimeout(callback, delayMs) {
      timers.push(callback);
      delays.push(delayMs);
      return timer;
    },
  };
  const queue = new TimeoutQueue(clock, 1_000);
  queue.add(waiting(expired, 'a'));
  now = 999.9;
  timers.shift()?.();
  t.strictSame([expired, delays], [[], [1_000, 1]]);
  now = 1_000;
  timers.shift()?.();
  t.strictSame([expired, timers.length], [['a'], 0]);
});

t.test('each can be taken out, wherever it stands', async (t) => {
  const names = ['a', 'b', 'c', 'd'];
  for (const gone of [
    ['a'],
    ['b'],
    ['d'],
    ['a', 'b'],
    ['c', 'd'],
    ['d', 'c'],
    ['b', 'c'],
    ['a', 'd'],
    names,
  ]) {
    const { clock, expired, queue } = stand();
    const all = new Map(names.map((name) => [name, waiting(expired, name)]));
    for (const entry of all.values()) queue.add(entry);
    for (const name of gone) {
      const entry = all.get(name);
      if (entry !== undefined) queue.remove(entry);
      hasFields(t, entry, { earlier: null, later: null });
    }
    const last = waiting(expired, 'e');
    queue.add(last);
    queue.remove(waiting(expired, 'never added'));
    await clock.advance(1_000);
    t.strictSame(expired, [...names.filter((name) => !gone.includes(name)), 'e'], `without ${gone}`);
  }
});

t.test('one that expires may be added again, and waits its whole time', async (t) => {
  const { clock, delays, queue } = stand();
  let times = 0;
  const again: Waiting = {
    dueAt: 0,
    earlier: null,
    later: null,
    expire() {
      times += 1;
      if (times < 3) queue.add(again);
    },
  };
  queue.add(again);
  await clock.advance(1_000);
  t.strictSame([times, clock.pending(), delays], [1, 1, [1_000, 1_000]]);
  await clock.advance(1_000);
  t.equal(times, 2);
  await clock.advance(1_000);
  t.strictSame([times, clock.pending()], [3, 0]);
});
