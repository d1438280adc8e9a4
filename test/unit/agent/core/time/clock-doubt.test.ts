import t from 'tap';
import { createClockDoubt } from '../../../../../agent/core/time/clock-doubt.ts';
import { createTrustedTime } from '../../../../../agent/core/time/trusted-time.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Started without a server: the time of before is on disk, the computer's clock is two minutes behind. */
function setUp() {
  const clock = createFakeClock();
  const boot = { bootId: 'second', uptimeMs: () => clock.monotonic() };
  const serverTime = clock.now() - 8 * HOUR + 2 * MINUTE;
  const stored = { serverTime, wallTime: clock.now() - 8 * HOUR, uptimeMs: 5, bootId: 'first' };
  const time = createTrustedTime({ clock, boot, stored });
  const doubt = createClockDoubt({ clock, boot, time });
  return { clock, time, doubt };
}

t.test('no doubt while the clock goes as the boot clock does, or is put right by some minutes', async (t) => {
  const { clock, doubt } = setUp();
  t.equal(doubt.look(), null);
  await clock.advance(20 * HOUR);
  clock.jump(9 * MINUTE);
  t.equal(doubt.look(), null);
});

t.test('a jump makes the time of before the other one, by an offset that stays', async (t) => {
  for (const jump of [3 * HOUR, -3 * HOUR]) {
    const { clock, doubt } = setUp();
    await clock.advance(HOUR);
    const before = clock.now();
    clock.jump(jump);
    const offset = doubt.look();
    t.equal(clock.now() + (offset ?? 0), before + 2 * MINUTE, 'as if nobody had turned it');
    await clock.advance(HOUR);
    t.equal(doubt.look(), offset);
    clock.jump(-jump);
    t.equal(doubt.look(), null, 'put back');
  }
});

t.test('many small jumps are one', async (t) => {
  const { clock, doubt } = setUp();
  for (let i = 0; i < 20; i++) {
    clock.jump(MINUTE);
    doubt.look();
  }
  t.not(doubt.look(), null);
});

t.test('the word of the server ends it, and later jumps move nothing', async (t) => {
  const { clock, time, doubt } = setUp();
  clock.jump(5 * HOUR);
  t.not(doubt.look(), null);
  time.learn(clock.now());
  t.equal(doubt.look(), null);
  clock.jump(-9 * HOUR);
  t.equal(doubt.look(), null);
});

t.test('ten minutes are no jump, a millisecond more is one', async (t) => {
  for (const sign of [1, -1]) {
    const { clock, doubt } = setUp();
    clock.jump(sign * 10 * MINUTE);
    t.equal(doubt.look(), null);
    clock.jump(sign);
    t.not(doubt.look(), null);
  }
});

t.test('readings that differ by a second are the same jump, another jump is another', async (t) => {
  const { clock, doubt } = setUp();
  clock.jump(HOUR);
  const offset = doubt.look() ?? 0;
  clock.jump(1_000);
  t.equal(doubt.look(), offset, 'a second');
  clock.jump(1);
  t.equal(doubt.look(), offset - 1_001, 'more than a second from where it was noticed');
  clock.jump(HOUR);
  t.equal(doubt.look(), offset - 1_001 - HOUR);
});

t.test('what is compared begins anew with each answer of the server', async (t) => {
  const { clock, time, doubt } = setUp();
  await clock.advance(5 * HOUR);
  time.learn(clock.now());
  t.equal(doubt.look(), null);
  // The computer is started anew, and has run for a while before its agent.
  const boot = { bootId: 'third', uptimeMs: () => clock.monotonic() };
  const stored = { serverTime: clock.now(), wallTime: clock.now(), uptimeMs: 5, bootId: 'second' };
  const later = createClockDoubt({ clock, boot, time: createTrustedTime({ clock, boot, stored }) });
  t.equal(later.look(), null);
  await clock.advance(HOUR);
  t.equal(later.look(), null);
  clock.jump(2 * HOUR);
  t.equal(later.look(), -2 * HOUR);
});
