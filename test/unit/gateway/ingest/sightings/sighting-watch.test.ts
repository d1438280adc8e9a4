import t, { type Test } from 'tap';
import { readingOf } from '../../../../../gateway/ingest/readings/activity-readings.ts';
import { createSightingWatch, type Report } from '../../../../../gateway/ingest/sightings/sighting-watch.ts';
import { createDeviceBudgets } from '../../../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../../../gateway/limits/limits.ts';
import { silentLog } from '../../../../../kit/log.ts';
import type { NewEvent } from '../../../../../store/ports/events.ts';
import type { Transaction } from '../../../../../store/ports/store.ts';
import type { ReceivedDeviceEvent } from '../../../../../store/ports/telemetry.ts';
import { LAPTOP, type RecordWanted, received } from '../../../../support/activity-record.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { createFakeCommits } from '../../fake-commits.ts';

const MINUTE = 60_000;
const BLOCK = { action: 'block', reason: 'block', policyId: 'pol_1', ruleId: 'rul_1' } as const;

/** A watch, and the events that come of what devices report. Requests are in the log but for those of `missing`. */
function scene(t: Test) {
  const clock = createFakeClock();
  const told: string[] = [];
  const appended: NewEvent[] = [];
  const asked: unknown[] = [];
  const logged: unknown[] = [];
  const missing = new Set<string>();
  const state = { nearby: true };
  const tx = {
    records: {
      findLog: async (request: { readonly recordId: string; readonly at: number }) => {
        asked.push(request);
        return missing.has(request.recordId) ? null : { id: `log of ${request.recordId}`, at: request.at };
      },
      logs: async (query: unknown) => {
        asked.push(query);
        return { rows: state.nearby ? [{ id: 'log nearby', at: clock.now() }] : [] };
      },
    },
    events: {
      append: async (event: NewEvent) => {
        const { log, count, what } = event.data as {
          readonly log: { readonly id: string } | null;
          readonly count: number;
          readonly what?: string | null;
        };
        told.push(`${event.type} ${log?.id ?? 'no log'} ×${count}${what === undefined ? '' : ` ${what}`}`);
        appended.push(event);
      },
    },
  } as unknown as Transaction;
  const commits = createFakeCommits(tx);
  const watch = createSightingWatch({
    commits,
    budgets: createDeviceBudgets(clock, { ...DEFAULT_LIMITS, sightingEventsPerHour: 2_000 }),
    clock,
    log: { ...silentLog, error: (...all: unknown[]) => void logged.push(all) },
  });
  watch.start();
  t.teardown(() => watch.stop());
  let made = 0;
  const request = (wanted: RecordWanted = {}) =>
    received(clock.now(), { id: `r${made++}`, ...BLOCK, ...wanted });
  const game = (details: ReceivedDeviceEvent['event']['details'], kind = 'game') => ({
    deviceId: LAPTOP,
    organisationId: 1,
    receivedAt: clock.now(),
    event: { id: `e${made++}`, at: clock.now(), kind, details } as ReceivedDeviceEvent['event'],
  });
  /** Reports, stores and keeps. @returns what was told at once */
  const keep = async (report: Report): Promise<readonly string[]> => {
    if (!report.isEmpty) await report.write(tx, clock.now());
    report.kept();
    return told.splice(0);
  };
  return {
    ...{ clock, watch, commits, tx, asked, appended, logged, missing, state, request, game },
    sends: (...records: readonly RecordWanted[]) =>
      keep(watch.activity(records.map((wanted) => readingOf(request(wanted))))),
    reports: (...events: readonly ReceivedDeviceEvent[]) => keep(watch.events(events)),
    /** What was told since the last question. */
    told: () => told.splice(0),
  };
}

t.test('what is like it in one report is told with it', async (t) => {
  const { sends } = scene(t);
  t.strictSame(await sends({}, { count: 2 }, {}), ['policy.violation log of r0 ×4']);
});

t.test('a page whose request is not in the log fails the report, which comes again', async (t) => {
  const { watch, tx, clock, request, missing, told } = scene(t);
  missing.add('r0');
  const page = request();
  const report = watch.activity([readingOf(page)]);
  t.equal(report.isEmpty, false);
  await t.rejects(report.write(tx, clock.now()));
  report.lost();
  missing.clear();
  const again = watch.activity([readingOf(page)]);
  await again.write(tx, clock.now());
  again.kept();
  t.strictSame(told(), ['policy.violation log of r0 ×1']);
});

t.test('a game that the agent found is told with what it is, and the request behind it', async (t) => {
  const { clock, reports, game, asked } = scene(t);
  t.strictSame(await reports(game({ what: 'a game', domain: 'Games.EXAMPLE' })), [
    'game.detected log nearby ×1 a game',
  ]);
  const now = clock.now();
  t.strictSame(asked, [
    {
      organisationId: 1,
      filter: { deviceId: [LAPTOP], domain: ['games.example'] },
      sort: [{ field: 'timestamp', descending: true }],
      limit: 1,
      range: { from: now - 60 * MINUTE, to: now + 60 * MINUTE },
      from: { kind: 'page', page: 1 },
    },
  ]);
  t.strictSame(await reports(game({ what: 'a game', domain: 'games.example' })), [], 'the same');
});

t.test('what a failing store did not take is told when it takes it, with what came meanwhile', async (t) => {
  const { clock, sends, commits, told, logged } = scene(t);
  await sends({});
  await sends({ count: 2 });
  commits.fail(new Error('the disk is full'));
  await clock.advance(5 * MINUTE + 2_000);
  hasFields(t, logged[0], [{ err: { message: 'the disk is full' } }, String]);
  t.ok(logged.length >= 2, 'it is tried again each second or two');
  await sends({ count: 3 });
  t.strictSame(told(), []);
  commits.fail(null);
  await clock.advance(2_000);
  t.strictSame(told(), ['policy.violation log of r1 ×5']);
});

t.test('what is due is told in transactions of two hundred', async (t) => {
  const { clock, sends, commits, told } = scene(t);
  const pages = Array.from({ length: 450 }, (_, n) => ({ domain: `site-${n}.example` }));
  await sends(...pages);
  await sends(...pages);
  await clock.advance(5 * MINUTE + 2_000);
  t.equal(told().length, 450);
  t.equal(commits.submitted, 3);
});

t.test(
  'stopped, it tells what was collected, and is quiet; it may be started and stopped twice',
  async (t) => {
    const { clock, watch, sends, told } = scene(t);
    watch.start();
    await sends({});
    await sends({ count: 2 });
    await watch.stop();
    t.strictSame(told(), ['policy.violation log of r1 ×2']);
    await watch.stop();
    await sends({});
    await clock.advance(6 * MINUTE);
    t.equal(clock.pending(), 0);
    t.strictSame(told(), []);
    watch.start();
    await sends({});
    await sends({});
    told();
    await clock.advance(6 * MINUTE);
    t.equal(told().length, 1);
  },
);
