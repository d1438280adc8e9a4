import t from 'tap';
import {
  createPortalBudget,
  type PortalStore,
  type PortalUse,
} from '../../../../../agent/core/network-state/portal-budget.ts';
import { silentLog } from '../../../../../kit/log.ts';

const MINUTES = 2;
const LIMIT_MS = MINUTES * 60_000;
const DAY_MS = 86_400_000;

/** A laptop whose disk outlives its agent. */
function laptop() {
  const disk: { use: PortalUse | null; full: boolean } = { use: null, full: false };
  const times = { monotonic: 0, certain: 20_000 * DAY_MS };
  const store: PortalStore = {
    load: () => disk.use,
    save(use) {
      if (disk.full) throw new Error('ENOSPC');
      disk.use = use;
    },
  };
  const start = () =>
    createPortalBudget({
      store,
      certain: () => times.certain,
      monotonic: () => times.monotonic,
      log: silentLog,
    });
  const pass = (ms: number): void => {
    times.monotonic += ms;
    times.certain += ms;
  };
  /** Holds a portal up, second by second. @returns for how long it was open (milliseconds) */
  const holdUp = (budget: ReturnType<typeof start>, ms: number): number => {
    let open = 0;
    for (let held = 0; held <= ms; held += 1_000) {
      if (!budget.charge(MINUTES)) break;
      open = held;
      pass(1_000);
    }
    budget.rest();
    return open;
  };
  return { disk, times, start, pass, holdUp };
}

t.test('all portals of a day share its time, and the next day has its own', (t) => {
  const { times, start, pass, holdUp } = laptop();
  const budget = start();
  t.equal(holdUp(budget, 50_000), 50_000, 'the first café');
  pass(3_600_000);
  t.equal(holdUp(budget, LIMIT_MS), 68_000, 'another one: what is left');
  t.equal(holdUp(budget, LIMIT_MS), 0, 'a third');
  times.certain += DAY_MS;
  t.equal(holdUp(budget, LIMIT_MS * 2), LIMIT_MS - 1_000, 'tomorrow');
  t.end();
});

t.test('a restart gives no time back, and costs a quarter of a minute at most', (t) => {
  const { start, holdUp } = laptop();
  let open = 0;
  for (let restart = 0; restart < 40; restart++) open += holdUp(start(), 4_000) + 1_000;
  t.ok(open <= LIMIT_MS, `${open} ms`);
  t.ok(open >= 40_000, `${open} ms`);
  t.end();
});

t.test('a clock that goes back gives no new day', (t) => {
  const { times, start, holdUp } = laptop();
  holdUp(start(), LIMIT_MS);
  times.certain -= 3 * DAY_MS;
  t.equal(holdUp(start(), LIMIT_MS), 0);
  t.end();
});

t.test('time that cannot be written down is not given', (t) => {
  const { disk, start, holdUp } = laptop();
  disk.full = true;
  const budget = start();
  for (let hotspot = 0; hotspot < 10; hotspot++) t.notOk(budget.charge(MINUTES));
  disk.full = false;
  t.equal(holdUp(budget, 30_000), 30_000, 'the disk has room again');
  t.end();
});

t.test('a policy that gives no time opens no portal', (t) => {
  t.notOk(laptop().start().charge(0));
  t.end();
});

t.test('time is written down a quarter of a minute ahead, never more than the day has', (t) => {
  const { disk, start, pass } = laptop();
  const budget = start();
  const day = 20_000;
  t.ok(budget.charge(MINUTES));
  t.strictSame(disk.use, { day, usedMs: 15_000 });
  disk.use = null;
  pass(14_999);
  t.ok(budget.charge(MINUTES));
  t.equal(disk.use, null, 'what was written is not used up yet');
  pass(1);
  t.ok(budget.charge(MINUTES));
  t.strictSame(disk.use, { day, usedMs: 30_000 });
  pass(95_000);
  t.ok(budget.charge(MINUTES));
  t.strictSame(disk.use, { day, usedMs: LIMIT_MS });
  pass(9_999);
  t.ok(budget.charge(MINUTES));
  pass(1);
  t.notOk(budget.charge(MINUTES), 'two minutes');
  t.end();
});

t.test('the time between two portals is not counted, nor one that runs backwards', (t) => {
  const { times, start, pass } = laptop();
  const budget = start();
  budget.rest();
  pass(LIMIT_MS);
  t.ok(budget.charge(MINUTES), 'nothing was up');
  pass(60_000);
  budget.rest();
  pass(LIMIT_MS);
  budget.rest();
  t.ok(budget.charge(MINUTES));
  times.monotonic -= 1_000_000;
  t.ok(budget.charge(MINUTES));
  pass(59_999);
  t.ok(budget.charge(MINUTES), 'a minute was used, and this is the other');
  pass(1);
  t.notOk(budget.charge(MINUTES));
  t.end();
});

t.test('a restart on the same day goes on, on the next it begins anew', (t) => {
  const { disk, times, start } = laptop();
  disk.use = { day: 20_000, usedMs: LIMIT_MS };
  t.notOk(start().charge(MINUTES));
  times.certain += DAY_MS - 1;
  t.notOk(start().charge(MINUTES), 'the last millisecond of the day');
  times.certain += 1;
  t.ok(start().charge(MINUTES));
  t.strictSame(disk.use, { day: 20_001, usedMs: 15_000 });
  t.end();
});
