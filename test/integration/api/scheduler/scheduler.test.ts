import t, { type Test } from 'tap';
import { createCronTick, type Tick } from '../../../../api/scheduler/cron-tick.ts';
import type { Job } from '../../../../api/scheduler/job.ts';
import { nextOccurrence } from '../../../../api/scheduler/recurrence.ts';
import { createScheduler } from '../../../../api/scheduler/scheduler.ts';
import { every } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestStore } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A minute of the fake clock is a tick. */
function fakeTick(clock: FakeClock): Tick {
  let ticking: { stop(): Promise<void> } | null = null;
  return {
    start(onTick) {
      ticking ??= every(clock, MINUTE, onTick, (error) => {
        throw error;
      });
    },
    async stop() {
      await ticking?.stop();
      ticking = null;
    },
  };
}

interface Lab {
  readonly clock: FakeClock;
  readonly store: Store;
  /** A scheduler of its own, as a restarted or a second process has it. */
  start(jobs: readonly Job[]): Promise<{ stop(): Promise<void>; settled(): Promise<void> }>;
}

async function lab(t: Test, startAt: string): Promise<Lab> {
  const clock = createFakeClock(Date.parse(startAt));
  const store = await createTestStore(t, { clock });
  return {
    clock,
    store,
    async start(jobs) {
      const scheduler = createScheduler({
        store,
        clock,
        random: systemRandom,
        log: silentLog,
        jobs,
        tick: fakeTick(clock),
      });
      t.teardown(() => scheduler.stop());
      await scheduler.start();
      await scheduler.settled();
      return scheduler;
    },
  };
}

/** A job that notes the moments of its runs. */
function noting(clock: FakeClock, changes: Partial<Job> = {}): Job & { readonly runs: string[] } {
  const runs: string[] = [];
  return {
    name: 'test.daily',
    next: (after) => nextOccurrence({ hour: 3, minute: 0, timezone: 'UTC' }, after),
    run: async () => void runs.push(new Date(clock.now()).toISOString()),
    ...changes,
    runs,
  };
}

/** The quarter hours of the fake clock, so that a day is few steps. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 15 * MINUTE)
    await clock.advance(Math.min(15 * MINUTE, ms - passed));
}

t.test('a job runs at its time, once, and not at the start of a new school', async (t) => {
  const { clock, start } = await lab(t, '2026-11-20T10:00:00Z');
  const job = noting(clock);
  await start([job]);
  t.same(job.runs, []);
  await pass(clock, 2 * DAY);
  t.same(job.runs, ['2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z']);
});

t.test('after downtime it catches up once, however often it was missed', async (t) => {
  const { clock, start } = await lab(t, '2026-11-20T10:00:00Z');
  const job = noting(clock);
  const before = await start([job]);
  await before.stop();
  clock.jump(5 * DAY);
  await start([job]);
  t.same(job.runs, ['2026-11-25T10:00:00.000Z']);
  await pass(clock, DAY);
  t.same(job.runs.slice(1), ['2026-11-26T03:00:00.000Z']);
});

t.test(
  'both days on which clocks change: the local time is kept, and nothing runs twice or never',
  async (t) => {
    for (const [startAt, expected] of [
      [
        '2026-03-27T12:00:00Z',
        ['2026-03-28T01:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
      ],
      [
        '2026-10-23T12:00:00Z',
        ['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
      ],
    ] as const) {
      const { clock, start } = await lab(t, startAt);
      const job = noting(clock, {
        next: (after) => nextOccurrence({ hour: 2, minute: 30, timezone: 'Europe/Madrid' }, after),
      });
      await start([job]);
      await pass(clock, 3 * DAY);
      t.same(job.runs, expected);
    }
  },
);

t.test('a clock that was a year ahead and is put right does not silence a job for a year', async (t) => {
  const { clock, start } = await lab(t, '2026-11-20T10:00:00Z');
  const job = noting(clock);
  await start([job]);
  clock.jump(365 * DAY);
  await clock.advance(MINUTE);
  t.equal(job.runs.length, 1, 'it was due');
  clock.jump(-365 * DAY);
  await pass(clock, DAY);
  t.same(job.runs.slice(1), ['2026-11-21T03:00:00.000Z']);
});

t.test('a step back by a second makes nothing run twice', async (t) => {
  const { clock, start } = await lab(t, '2026-11-20T02:59:00Z');
  const job = noting(clock);
  await start([job]);
  await clock.advance(MINUTE);
  t.equal(job.runs.length, 1);
  clock.jump(-1_000);
  await pass(clock, HOUR);
  t.equal(job.runs.length, 1);
});

t.test(
  'a failure is kept with its job and repeated after its delay; the next time it is well again',
  async (t) => {
    const { clock, store, start } = await lab(t, '2026-11-20T02:59:00Z');
    let ill = 2;
    const tries: string[] = [];
    const job = noting(clock, {
      run: async () => {
        tries.push(new Date(clock.now()).toISOString().slice(11, 16));
        if (ill-- > 0) throw new Error('the mail server is away');
      },
      retryMs: (failures) => failures * 5 * MINUTE,
    });
    await start([job]);
    await clock.advance(MINUTE);
    hasFields(t, await store.jobs.ensure('test.daily', 0), {
      failures: 1,
      lastError: 'the mail server is away',
      leaseUntil: null,
    });
    await pass(clock, HOUR);
    t.same(tries, ['03:00', '03:05', '03:15']);
    hasFields(t, await store.jobs.ensure('test.daily', 0), { failures: 0, lastError: null });
  },
);

t.test('a job that fails does not keep the others from running', async (t) => {
  const { clock, start } = await lab(t, '2026-11-20T02:59:00Z');
  const ill = noting(clock, {
    name: 'test.ill',
    run: async () => {
      throw new Error('ill');
    },
  });
  const lost = noting(clock, {
    name: 'test.lost',
    next: () => {
      throw new RangeError('no such time zone');
    },
  });
  const well = noting(clock);
  await start([ill, lost, well]);
  await clock.advance(MINUTE);
  t.equal(well.runs.length, 1);
});

t.test('a run whose time is up is told so and no longer waited for; it never overlaps itself', async (t) => {
  const { clock, store, start } = await lab(t, '2026-11-20T02:59:00Z');
  let told = false;
  let let_go: () => void = () => undefined;
  let runs = 0;
  const slow = noting(clock, {
    name: 'test.slow',
    timeoutMs: 5 * MINUTE,
    retryMs: () => MINUTE,
    run: (signal) => {
      runs += 1;
      signal.addEventListener('abort', () => {
        told = true;
      });
      return new Promise((resolve) => {
        let_go = resolve;
      });
    },
  });
  const other = noting(clock);
  await start([slow, other]);
  await clock.advance(MINUTE);
  t.same([runs, other.runs.length], [1, 0], 'one at a time');
  await clock.advance(6 * MINUTE);
  t.equal(told, true);
  t.equal(other.runs.length, 1);
  hasFields(t, await store.jobs.ensure('test.slow', 0), { failures: 1 });
  await clock.advance(10 * MINUTE);
  t.equal(runs, 1, 'it still goes on');
  let_go();
  await clock.advance(2 * MINUTE);
  t.equal(runs, 2);
  let_go();
});

t.test('a run that the stop of the server cut off comes again at the next start', async (t) => {
  const { clock, store, start } = await lab(t, '2026-11-20T02:59:00Z');
  let runs = 0;
  const job = noting(clock, {
    run: (signal) => {
      runs += 1;
      if (runs > 1) return Promise.resolve();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
      );
    },
  });
  const first = await start([job]);
  await clock.advance(MINUTE);
  t.equal(runs, 1);
  await first.stop();
  hasFields(t, await store.jobs.ensure('test.daily', 0), { failures: 0, leaseUntil: null, lastRunAt: null });
  await start([job]);
  t.equal(runs, 2);
});

t.test('two processes over one store run a job once; one that died is followed by the other', async (t) => {
  const { clock, store, start } = await lab(t, '2026-11-20T02:59:00Z');
  const job = noting(clock, { timeoutMs: 5 * MINUTE });
  await start([job]);
  await start([job]);
  await clock.advance(2 * MINUTE);
  t.equal(job.runs.length, 1);
  // A third has taken the next run and was killed.
  clock.jump(DAY);
  t.ok(await store.jobs.claim({ name: job.name, now: clock.now(), leaseMs: 6 * MINUTE, holder: 'killed' }));
  await clock.advance(5 * MINUTE);
  t.equal(job.runs.length, 1, 'it may still be at work');
  await clock.advance(2 * MINUTE);
  t.equal(job.runs.length, 2);
});

t.test('start and stop may be called twice', async (t) => {
  const { clock, start } = await lab(t, '2026-11-20T02:59:00Z');
  const job = noting(clock);
  const scheduler = await start([job]);
  await scheduler.stop();
  await scheduler.stop();
  await pass(clock, HOUR);
  t.equal(job.runs.length, 0);
});

t.test('node-cron ticks by the real clock, and stops', async (t) => {
  const tick = createCronTick('* * * * * *');
  let ticks = 0;
  tick.start(() => {
    ticks += 1;
  });
  tick.start(() => t.fail('a second start does nothing'));
  t.teardown(() => tick.stop());
  await until(() => ticks > 1, { what: 'two ticks' });
  await tick.stop();
  await tick.stop();
  const before = ticks;
  const other = createCronTick('* * * * * *');
  let others = 0;
  other.start(() => {
    others += 1;
  });
  t.teardown(() => other.stop());
  await until(() => others > 0, { what: 'a tick of another' });
  t.equal(ticks, before);
});
