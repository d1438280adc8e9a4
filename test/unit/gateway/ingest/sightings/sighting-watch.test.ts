import t, { type Test } from 'tap';
import type { DeviceId } from '../../../../../contracts/ids.ts';
import { readingOf } from '../../../../../gateway/ingest/readings/activity-readings.ts';
import { createSightingWatch, type Report } from '../../../../../gateway/ingest/sightings/sighting-watch.ts';
import { createDeviceBudgets } from '../../../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../../../gateway/limits/limits.ts';
import { createGroupCommit } from '../../../../../gateway/writing/group-commit.ts';
import { silentLog } from '../../../../../kit/log.ts';
import type { NewEvent } from '../../../../../store/ports/events.ts';
import type { Transaction } from '../../../../../store/ports/store.ts';
import type { ReceivedDeviceEvent } from '../../../../../store/ports/telemetry.ts';
import { LAPTOP, type RecordWanted, received } from '../../../../support/activity-record.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { createFakeCommits } from '../../fake-commits.ts';

const DEVICES = ['dev_a', 'dev_b', 'dev_c'] as readonly string[] as readonly DeviceId[];
const BAD = DEVICES[1];

t.test(
  'what was collected of one device and cannot be written is dropped; that of all others is told',
  async (t) => {
    const clock = createFakeClock();
    const told: unknown[] = [];
    const append = async ({ deviceId }: Pick<NewEvent, 'deviceId'>): Promise<void> => {
      if (deviceId === BAD) throw new RangeError('Invalid time value');
      told.push(deviceId);
    };
    const tx = { events: { append } } as unknown as Transaction;
    const dropped: unknown[] = [];
    const log = { ...silentLog, error: (fields: object) => void dropped.push(fields) };
    const commits = createGroupCommit({
      store: {
        transaction: async (work) => {
          const mark = told.length;
          try {
            return await work(tx);
          } catch (error) {
            told.length = mark;
            throw error;
          }
        },
      },
      counters: { batches: 0, jobs: 0, failures: 0 },
    });
    const watch = createSightingWatch({
      commits,
      budgets: createDeviceBudgets(clock, DEFAULT_LIMITS),
      clock,
      log,
    });
    watch.start();
    t.teardown(() => watch.stop());
    const game = (deviceId: DeviceId, n: number): ReceivedDeviceEvent => ({
      deviceId,
      organisationId: 1,
      receivedAt: clock.now(),
      event: { id: `event-000${n}`, at: clock.now(), kind: 'game', details: { what: 'a game' } },
    });
    // The first is told with the message that brings it; the second waits for the end of its window.
    for (const n of [1, 2]) watch.events(DEVICES.map((deviceId) => game(deviceId, n))).kept();
    await clock.advance(6 * 60_000);
    t.same(told, ['dev_a', 'dev_c']);
    hasFields(t, dropped, [{ deviceId: BAD }]);
    await clock.advance(6 * 60_000);
    t.equal(dropped.length, 1, 'once');
  },
);

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

t.test(
  'the first page of a rule and domain is told at once, the others in five minutes together',
  async (t) => {
    const { clock, sends, told, appended } = scene(t);
    t.strictSame(await sends({ domain: 'a.example' }), ['policy.violation log of r0 ×1']);
    hasFields(t, appended, [
      { type: 'policy.violation', organisationId: 1, deviceId: LAPTOP, at: clock.now() },
    ]);
    t.equal('what' in (appended[0]?.data ?? {}), false, 'of a request the log tells it');
    t.strictSame(await sends({ domain: 'A.example' }, { domain: 'a.example', count: 4 }), []);
    await clock.advance(5 * MINUTE - 1_000);
    t.strictSame(told(), []);
    await clock.advance(2_000);
    t.strictSame(told(), ['policy.violation log of r1 ×5']);
    t.strictSame(await sends({ domain: 'a.example' }), [], 'which opens the next five');
    await clock.advance(5 * MINUTE + 2_000);
    t.equal(told().length, 1);
    await clock.advance(5 * MINUTE + 2_000);
    t.strictSame(told(), [], 'nothing has come since');
    t.equal((await sends({ domain: 'a.example' })).length, 1);
  },
);

t.test('what is like it in one report is told with it', async (t) => {
  const { sends } = scene(t);
  t.strictSame(await sends({}, { count: 2 }, {}), ['policy.violation log of r0 ×4']);
});

t.test('another domain, rule, policy, device or kind is told by itself', async (t) => {
  const { sends } = scene(t);
  const told = await sends(
    {},
    { domain: 'b.example' },
    { domain: null },
    { ruleId: null },
    { policyId: null },
    { deviceId: 'dev_2' as DeviceId },
    { category: 'games' },
    { action: 'allow', category: 'games', ruleId: 'rul_2' },
  );
  t.strictSame(told, [
    ...[0, 1, 2, 3, 4, 5].map((n) => `policy.violation log of r${n} ×${n === 0 ? 2 : 1}`),
    'game.detected log of r6 ×1',
    'game.detected log of r7 ×1',
  ]);
});

t.test('what no rule forbade, nobody asked for, or is no request is not told', async (t) => {
  const { sends, commits } = scene(t);
  t.strictSame(
    await sends(
      { reason: 'default' },
      { reason: 'protection', bypass: 'doh' },
      { action: 'allow', reason: 'allow' },
      { category: 'trackers' },
      { kind: 'visit' },
      { kind: 'visit', category: 'games' },
    ),
    [],
  );
  t.equal(commits.submitted, 0);
  t.equal((await sends({ reason: 'locked_block' })).length, 1);
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

t.test('a request that was deleted from the log before its five minutes were over is not told', async (t) => {
  const { clock, sends, missing, told, logged } = scene(t);
  await sends({ domain: 'a.example' }, { domain: 'b.example' });
  await sends({ domain: 'a.example' }, { domain: 'b.example' });
  missing.add('r2');
  await clock.advance(6 * MINUTE);
  t.strictSame([told(), logged], [['policy.violation log of r3 ×1'], []]);
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

t.test('a game without a domain or a request is told without; other events are no games', async (t) => {
  const { reports, game, asked, state } = scene(t);
  t.strictSame(
    await reports(game({ process: 'doom\u0000.exe' }), game({ name: ' chess ' }), game({ source: 's' })),
    ['game.detected no log ×1 doom .exe', 'game.detected no log ×1 chess', 'game.detected no log ×1 s'],
  );
  t.strictSame(await reports(game({ what: 7, domain: '  ' })), ['game.detected no log ×1 null']);
  t.strictSame(asked, []);
  state.nearby = false;
  t.strictSame(await reports(game({ domain: 'x.example' })), ['game.detected no log ×1 null']);
  t.strictSame(await reports(game({ domain: 'y.example' }, 'tamper')), []);
});

t.test('what the agent tells is cut', async (t) => {
  const { reports, game, appended, asked } = scene(t);
  await reports(game({ what: 'x'.repeat(400), domain: 'd'.repeat(300) }));
  hasFields(t, appended[0]?.data, { what: 'x'.repeat(300) });
  hasFields(t, asked, [{ filter: { domain: ['d'.repeat(253)] } }]);
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
