import t from 'tap';
import { createTrustedTime, type TimeAnchor } from '../../../../../agent/core/time/trusted-time.ts';
import { createFakeClock, type FakeClock } from '../../../../support/fake-clock.ts';

const SERVER = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;

/** A start of the computer: its uptime counts with the clock, from a given value. */
function setUp(
  stored: TimeAnchor | null,
  {
    bootId = 'a',
    uptimeMs = 5_000,
    wall = SERVER - 10 * 60_000,
  }: { bootId?: string | null; uptimeMs?: number; wall?: number } = {},
) {
  const clock: FakeClock = createFakeClock(wall);
  const boot = { bootId, uptimeMs: () => uptimeMs + clock.monotonic() };
  return { clock, time: createTrustedTime({ clock, boot, stored }) };
}

const anchor = (extra: Partial<TimeAnchor> = {}): TimeAnchor => ({
  serverTime: SERVER,
  uptimeMs: 1_000,
  bootId: 'a',
  wallTime: SERVER - 10 * 60_000,
  ...extra,
});

t.test('follows the server, and no clock that is set', async (t) => {
  const { clock, time } = setUp(null);
  time.learn(SERVER);
  clock.jump(24 * HOUR);
  t.equal(time.certain(), SERVER);
  clock.jump(-48 * HOUR);
  await clock.advance(HOUR);
  t.equal(time.certain(), SERVER + HOUR);
  t.equal(time.now(), SERVER + HOUR);
  t.ok(time.exact());
});

t.test('survives a restart of the agent within one start of the computer', async (t) => {
  const { clock, time } = setUp(anchor());
  t.equal(time.certain(), SERVER + 4_000, 'what passed between is counted by the boot clock');
  t.ok(time.exact());
  clock.jump(HOUR);
  t.equal(time.certain(), SERVER + 4_000);
});

t.test(
  'after a restart of the computer the time off counts as nothing until the server speaks',
  async (t) => {
    const { clock, time } = setUp(anchor(), { bootId: 'b', uptimeMs: 20_000 });
    t.notOk(time.exact());
    clock.jump(3 * HOUR); // the firmware clock was set forward
    await clock.advance(60_000);
    t.equal(time.certain(), SERVER + 60_000);
    t.equal(time.now(), SERVER + 3 * HOUR + 60_000, 'the likeliest time believes the clock');
    time.learn(SERVER + HOUR);
    t.equal(time.certain(), SERVER + HOUR);
  },
);

t.test(
  'a firmware clock that was set while the computer was off moves nothing that is certain',
  async (t) => {
    for (const wall of [SERVER + 400 * 24 * HOUR, SERVER - 400 * 24 * HOUR]) {
      const { clock, time } = setUp(anchor(), { bootId: 'b', uptimeMs: 20_000, wall });
      t.equal(time.certain(), SERVER);
      t.equal(time.exact(), false);
      await clock.advance(60_000);
      t.equal(time.certain(), SERVER + 60_000);
      t.equal(time.anchor().serverTime, SERVER + 60_000, 'nor is it kept as certain for the next start');
      time.learn(SERVER + HOUR);
      t.equal(time.exact(), true);
      t.equal(time.now(), SERVER + HOUR);
    }
  },
);

t.test('a start that the kept uptime fits, but under another name, is another start', async (t) => {
  const { time } = setUp(anchor(), { bootId: 'b', uptimeMs: 9 * HOUR, wall: SERVER + 9 * HOUR });
  t.equal(time.exact(), false);
  t.equal(time.certain(), SERVER, 'the uptime of another start counts nothing');
});

t.test('the best guess never runs behind what is certain', async (t) => {
  const { clock, time } = setUp(anchor(), { bootId: 'b' });
  clock.jump(-5 * HOUR);
  t.equal(time.now(), SERVER);
});

t.test('a computer that does not name its starts is taken as restarted', async (t) => {
  const { time } = setUp(anchor({ bootId: null }), { bootId: null, uptimeMs: 9 * HOUR });
  t.equal(time.certain(), SERVER);
});

t.test('a shorter uptime than kept is another start, whatever the name', async (t) => {
  const { time } = setUp(anchor({ uptimeMs: 9_000 }), { uptimeMs: 5_000 });
  t.notOk(time.exact());
  t.equal(time.certain(), SERVER);
});

t.test('what is kept carries on over several restarts without the server', async (t) => {
  const first = setUp(anchor(), { bootId: 'b' });
  first.clock.jump(HOUR);
  await first.clock.advance(60_000);
  const second = setUp(first.time.anchor(), { bootId: 'c' });
  t.equal(second.time.certain(), SERVER + 60_000);
  const kept = second.time.anchor();
  t.equal(
    kept.serverTime - kept.wallTime,
    10 * 60_000,
    'the offset of the last clock that the server confirmed',
  );
});

t.test('the offset is what the computer’s clock lacks to the time of the server', async (t) => {
  const { clock, time } = setUp(null, { wall: SERVER - 10 * 60_000 });
  t.equal(time.offsetMs(), 0, 'nothing is known');
  time.learn(SERVER);
  t.equal(time.offsetMs(), 10 * 60_000);
  clock.jump(HOUR);
  t.equal(time.offsetMs(), 10 * 60_000 - HOUR);
});

t.test(
  'over several restarts without the server the guess stays tied to the clock that it confirmed',
  async (t) => {
    const { clock, time } = setUp(anchor(), { bootId: 'b', wall: SERVER - 10 * 60_000 + HOUR });
    t.equal(time.now(), SERVER + HOUR);
    const kept = time.anchor();
    t.equal(kept.wallTime, kept.serverTime - 10 * 60_000);
    const again = setUp(kept, { bootId: 'c', wall: clock.now() + HOUR });
    t.equal(again.time.now(), SERVER + 2 * HOUR);
  },
);
