import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { TimeAnchor } from '../../../../agent/core/time/trusted-time.ts';
import { createHousekeeping } from '../../../../agent/service/housekeeping.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** Notes what is done and at which second. Writes wait a turn. */
async function running(t: Test) {
  const clock = createFakeClock();
  const steps: string[] = [];
  const errors: string[] = [];
  const changes = { dirty: false };
  const broken = { tick: false, save: false };
  const note = (what: string): void => void steps.push(`${clock.monotonic() / 1_000} ${what}`);
  const anchor: TimeAnchor = { serverTime: 1, uptimeMs: 2, bootId: 'a', wallTime: 3 };
  const housekeeping = createHousekeeping({
    clock,
    log: { ...silentLog, error: (_fields, message) => void errors.push(String(message)) },
    core: {
      async tick() {
        await turn();
        note('tick');
        if (broken.tick) throw new Error('no');
      },
    },
    time: { anchor: () => anchor },
    saveTime(saved) {
      if (broken.save) throw new Error('ENOSPC');
      note(saved === anchor ? 'time' : 'another time');
    },
    refreshLookUps: () => note('look-ups'),
    changes,
    async writeStatus() {
      await turn();
      note('status');
    },
  });
  t.teardown(() => housekeeping.stop());
  await housekeeping.start();
  /** What was done since the last call; without the ticks, unless they are asked for. */
  const since = ({ ticks = false } = {}) =>
    steps.splice(0).filter((step) => ticks || !step.endsWith(' tick'));
  return { clock, housekeeping, changes, broken, errors, since };
}

t.test('the core ticks each second: it ends locks at their time', async (t) => {
  const { clock, since } = await running(t);
  await clock.advance(999);
  t.strictSame(since({ ticks: true }), []);
  await clock.advance(1);
  t.strictSame(since({ ticks: true }), ['1 tick', '1 time', '1 look-ups', '1 status']);
  await clock.advance(3_000);
  t.strictSame(since({ ticks: true }), ['2 tick', '3 tick', '4 tick']);
});

t.test('the time is kept each minute, and the status file is at most half a minute old', async (t) => {
  const { clock, since } = await running(t);
  await clock.advance(1_000);
  since();
  await clock.advance(120_000);
  t.strictSame(since(), [
    '31 status',
    '61 time',
    '61 look-ups',
    '61 status',
    '91 status',
    '121 time',
    '121 look-ups',
    '121 status',
  ]);
});

t.test('a change is in the status file a second later, once', async (t) => {
  const { clock, changes, since } = await running(t);
  await clock.advance(1_000);
  since();
  changes.dirty = true;
  await clock.advance(2_000);
  t.strictSame(since(), ['2 status']);
  t.equal(changes.dirty, false);
});

t.test('what fails is logged, and the next second goes on', async (t) => {
  const { clock, broken, errors, since } = await running(t);
  broken.tick = true;
  await clock.advance(2_000);
  t.strictSame(since({ ticks: true }), ['1 tick', '2 tick']);
  broken.tick = false;
  await clock.advance(1_000);
  t.strictSame(since(), ['3 time', '3 look-ups', '3 status']);
  t.strictSame(errors, ['housekeeping failed', 'housekeeping failed']);
});

t.test('the end keeps time and status once more, and a full disk does not hold it up', async (t) => {
  const { clock, housekeeping, errors, since } = await running(t);
  await clock.advance(5_000);
  since();
  await housekeeping.stop();
  t.strictSame(since({ ticks: true }), ['5 time', '5 status']);
  await housekeeping.stop();
  await clock.advance(60_000);
  t.strictSame(since({ ticks: true }), [], 'and then nothing more');
  const full = await running(t);
  full.broken.save = true;
  await full.housekeeping.stop();
  t.strictSame(full.errors, ['cannot keep the last state of this run']);
  t.strictSame(errors, []);
});
