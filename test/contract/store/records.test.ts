import type { Test } from 'tap';
import type { DeviceId } from '../../../contracts/ids.ts';
import { isId } from '../../../contracts/ids.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import type { LogFilter, RecordSortField } from '../../../store/ports/records.ts';
import type { Store } from '../../../store/ports/store.ts';
import { LAPTOP, received } from '../../support/activity-record.ts';
import { hasFields } from '../../support/has-fields.ts';
import { purgeReceipts } from '../../support/store-rows.ts';
import { storedRecords } from '../../support/stored-records.ts';
import { promise } from './each-store.ts';

const B: DeviceId = 'dev_01kafw2n7qd5g8h1j3k6m9p2rt';
const DAY_MS = 86_400_000;
/** 20 November 2026, 10:00 UTC: the time of the fixture's clock. */
const NOW = Date.UTC(2026, 10, 20, 10);
const MIDNIGHT = Date.UTC(2026, 10, 20);

type LogQuery = ListQuery<LogFilter, RecordSortField>;

const query = (filter: LogFilter = {}, changes: Partial<LogQuery> = {}): LogQuery => ({
  organisationId: 1,
  filter,
  sort: [{ field: 'timestamp', descending: true }],
  limit: 100,
  from: { kind: 'page', page: 1 },
  ...changes,
});

/** Domains of all pages, followed by cursor. */
async function domains(
  store: Store,
  filter: LogFilter,
  changes: Partial<LogQuery> = {},
): Promise<readonly (string | null)[]> {
  const found: (string | null)[] = [];
  let from: LogQuery['from'] = { kind: 'page', page: 1 };
  for (;;) {
    const page = await store.records.logs(query(filter, { limit: 3, ...changes, from }));
    found.push(...page.rows.map(({ domain }) => domain));
    if (!page.hasMore || page.last === null) return found;
    from = { kind: 'after', position: page.last };
  }
}

/** Runs all steps of the purge. @returns how many days went */
async function purgeAll(store: Store, kind: 'logs' | 'activity', before: number): Promise<number> {
  let days = 0;
  for (;;) {
    const slice = await store.records.purgeSlice(kind, before, 2);
    if (slice === null) return days;
    if (slice.dayEnded) days += 1;
  }
}

promise(
  'a request becomes a log entry and anything else an activity, with all that was said',
  async (t, { store }) => {
    await store.telemetry.appendActivity([
      received(NOW, {
        url: 'http://play.example/a?b',
        domain: 'Play.Example',
        category: 'games',
        action: 'block',
        reason: 'locked_block',
        policyId: 'pol_x',
        policyVersion: 42,
        ruleId: 'rul_x',
        campus: 'off-campus',
        count: 7,
        bypass: null,
        app: 'Firefox',
        receivedAt: NOW + 5,
      }),
      received(NOW + 1, {
        kind: 'video',
        title: 'Ⅳ “x”',
        durationSeconds: 0,
        flagged: true,
        user: null,
        domain: null,
      }),
    ]);
    const [entry, activity] = await storedRecords(store);
    t.ok(isId('log', entry?.id ?? ''));
    t.ok(isId('act', activity?.id ?? ''));
    t.same(entry, {
      id: entry?.id,
      at: NOW,
      receivedAt: NOW + 5,
      deviceId: LAPTOP,
      user: 'ana@school.local',
      ouPath: '/High',
      domain: 'play.example',
      url: 'http://play.example/a?b',
      category: 'games',
      action: 'block',
      reason: 'locked_block',
      policyId: 'pol_x',
      policyVersion: 42,
      ruleId: 'rul_x',
      campus: 'off-campus',
      count: 7,
      bypass: null,
      app: 'Firefox',
      unproven: false,
    });
    t.same(activity, {
      id: activity?.id,
      at: NOW + 1,
      receivedAt: NOW + 1,
      deviceId: LAPTOP,
      user: null,
      ouPath: '/High',
      domain: null,
      category: 'reference',
      url: null,
      kind: 'video',
      title: 'Ⅳ “x”',
      durationSeconds: 0,
      flagged: true,
      unproven: false,
    });
  },
);

promise(
  'a repeat changes nothing: within a batch, later, and across the border of two days',
  async (t, { store }) => {
    const last = received(MIDNIGHT - 1);
    const first = received(MIDNIGHT, { id: last.record.id });
    t.equal(
      await store.telemetry.appendActivity([last, first, last]),
      2,
      'the same id at another time is another',
    );
    const late = { ...last, receivedAt: MIDNIGHT + 3 * DAY_MS };
    t.equal(await store.telemetry.appendActivity([late, first, { ...first, deviceId: B }]), 1);
    t.equal((await store.records.logs(query())).total, 3);
    t.same(await store.telemetry.activityCounts(1, 0), { requests: 3, blocked: 0 });
  },
);

promise('ids stay the same and sort as the list does, also within a millisecond', async (t, { store }) => {
  await store.telemetry.appendActivity(
    Array.from({ length: 300 }, (_, n) => received(MIDNIGHT - 5 + (n % 10))),
  );
  const ids = (await store.records.logs(query({}, { limit: 1_000 }))).rows.map(({ id }) => id);
  t.equal(new Set(ids).size, 300);
  t.same(ids, [...ids].sort().reverse());
  t.same(
    (await store.records.logs(query({}, { limit: 1_000 }))).rows.map(({ id }) => id),
    ids,
  );
});

promise(
  'a time that cannot be true is replaced by that of the receipt, once, and the repeat is known',
  async (t, { store }) => {
    const at = [0, NOW - 91 * DAY_MS, NOW + 121_000, Date.UTC(2100, 0, 1)];
    const strays = at.map((own) => received(own, { receivedAt: NOW }));
    const honest = [NOW + 120_000, NOW - 90 * DAY_MS].map((own) => received(own, { receivedAt: NOW }));
    t.equal(await store.telemetry.appendActivity([...strays, ...honest]), 6);
    const times = (await storedRecords(store)).map((record) => record.at);
    t.same(times, [NOW + 120_000, NOW, NOW, NOW, NOW, NOW - 90 * DAY_MS]);
    t.equal(await store.telemetry.appendActivity(strays), 0, 'at once');
    // The third one's own time has become credible meanwhile.
    const later = strays.map((stray) => ({ ...stray, receivedAt: NOW + 2 * DAY_MS }));
    t.equal(await store.telemetry.appendActivity(later), 0, 'two days later');
  },
);

promise(
  'pages follow one another across days, in both directions, without gap or repeat',
  async (t, { store }) => {
    const names = Array.from({ length: 10 }, (_, n) => `d${n}.example`);
    await store.telemetry.appendActivity(
      names.map((domain, n) =>
        received(MIDNIGHT + (n - 5) * 6 * 3_600_000, { domain, receivedAt: NOW + 2 * DAY_MS }),
      ),
    );
    t.same(await domains(store, {}), names.toReversed());
    t.same(await domains(store, {}, { sort: [{ field: 'timestamp', descending: false }] }), names);
    const second = await store.records.logs(query({}, { limit: 4, from: { kind: 'page', page: 2 } }));
    t.same(
      second.rows.map(({ domain }) => domain),
      ['d5.example', 'd4.example', 'd3.example', 'd2.example'],
    );
    t.same([second.total, second.totalIsEstimate, second.hasMore], [10, false, true]);
    const past = await store.records.logs(query({}, { limit: 4, from: { kind: 'page', page: 9 } }));
    t.same([past.rows, past.total, past.hasMore], [[], 10, false]);
  },
);

promise('the range is half-open, and touches parts of days', async (t, { store }) => {
  await store.telemetry.appendActivity(
    [-1, 0, 1].map((ms) => received(MIDNIGHT + ms, { domain: `${ms}.example`, receivedAt: NOW })),
  );
  const within = (from: number, to: number) => domains(store, {}, { range: { from, to } });
  t.same(await within(MIDNIGHT, MIDNIGHT + 1), ['0.example']);
  t.same(await within(MIDNIGHT - 1, MIDNIGHT), ['-1.example']);
  t.same(await within(MIDNIGHT, MIDNIGHT), []);
  const { total } = await store.records.logs(query({}, { range: { from: MIDNIGHT, to: MIDNIGHT + DAY_MS } }));
  t.equal(total, 2);
});

promise('each filter finds its own, alone and with others', async (t, { store }) => {
  const at = (n: number) => NOW - n * 1_000;
  await store.telemetry.appendActivity([
    received(at(1), {
      domain: 'play.example',
      category: 'games',
      action: 'block',
      reason: 'block',
      ruleId: 'rul_1',
    }),
    received(at(2), {
      domain: 'www.play.example',
      deviceId: B,
      user: 'Ben@School.local',
      ouPath: '/High/Grade-9',
    }),
    received(at(3), {
      domain: 'display.example',
      campus: 'off-campus',
      policyId: 'pol_1',
      ouPath: '/Highland',
    }),
    received(at(4), { domain: null, user: null, reason: 'override', ouPath: '/' }),
  ]);
  const cases: readonly (readonly [LogFilter, readonly (string | null)[]])[] = [
    [{ domain: ['play.example'] }, ['play.example', 'www.play.example']],
    [{ domain: ['PLAY.example.'] }, ['play.example', 'www.play.example']],
    [{ domain: ['www.play.example', 'display.example'] }, ['www.play.example', 'display.example']],
    [{ deviceId: [B] }, ['www.play.example']],
    [{ user: ['ben@school.LOCAL'] }, ['www.play.example']],
    [
      { user: ['ben@school.local', 'ana@school.local'], action: ['allow'] },
      ['www.play.example', 'display.example'],
    ],
    [{ ouPaths: ['/High'] }, ['play.example', 'www.play.example']],
    [{ ouPaths: ['/High/Grade-9', '/Highland'] }, ['www.play.example', 'display.example']],
    [{ ouPaths: ['/'] }, ['play.example', 'www.play.example', 'display.example', null]],
    [{ withinOuPath: '/High', ouPaths: ['/'] }, ['play.example', 'www.play.example']],
    [{ withinOuPath: '/High', ouPaths: ['/Highland'] }, []],
    [{ category: ['games'] }, ['play.example']],
    [{ action: ['block'] }, ['play.example']],
    [{ action: ['block', 'allow'] }, ['play.example', 'www.play.example', 'display.example', null]],
    [{ reason: ['override'] }, [null]],
    [{ campus: ['off-campus'] }, ['display.example']],
    [{ policyId: ['pol_1'] }, ['display.example']],
    [{ ruleId: ['rul_1'], action: ['block'], deviceId: [LAPTOP] }, ['play.example']],
    [{ ruleId: ['rul_2'] }, []],
    [{ domain: ['nobody.example'] }, []],
  ];
  for (const [filter, wanted] of cases) {
    t.same(await domains(store, filter), wanted, JSON.stringify(filter));
    t.equal(
      (await store.records.logs(query(filter))).total,
      wanted.length,
      `total of ${JSON.stringify(filter)}`,
    );
  }
});

promise('an organisation sees its own records only', async (t, { store }) => {
  await store.telemetry.appendActivity([received(NOW)]);
  t.same(await storedRecords(store, 2), []);
  t.same(await store.telemetry.activityCounts(2, 0), { requests: 0, blocked: 0 });
});

promise('a unit that is renamed takes its records along', async (t, { store }) => {
  await store.telemetry.appendActivity([received(NOW, { ouPath: '/Old' })]);
  const unit = await store.ous.ensurePath(1, '/Old', NOW);
  await renameUnit(t, store, unit.id);
  t.same(
    (await storedRecords(store)).map(({ ouPath }) => ouPath),
    ['/New'],
  );
  t.equal((await store.records.logs(query({ ouPaths: ['/New'] }))).total, 1);
  t.equal((await store.records.logs(query({ ouPaths: ['/Old'] }))).total, 0);
});

async function renameUnit(t: Test, store: Store, id: string): Promise<void> {
  const unit = await store.ous.get(1, id);
  if (unit === null) return t.bailout('there is no such unit');
  await store.ous.update(1, unit.id, { name: 'New' }, NOW);
}

promise(
  'a rare filter looks at a bounded number of records, and its pages still lead to all',
  async (t, { store }) => {
    const count = 130_000;
    for (let from = 0; from < count; from += 10_000) {
      await store.telemetry.appendActivity(
        Array.from({ length: 10_000 }, (_, n) =>
          received(NOW - from - n, {
            domain: from + n === 125_000 || from + n === 3 ? 'rare.example' : 'example.com',
            category: from + n === 125_000 || from + n === 3 ? 'rare' : 'common',
            receivedAt: NOW,
          }),
        ),
      );
    }
    const first = await store.records.logs(query({ category: ['rare'] }));
    t.equal(first.rows.length, 1, 'the one that is near');
    t.ok(first.hasMore && first.totalIsEstimate, 'and more may follow');
    t.same(await domains(store, { category: ['rare'] }), ['rare.example', 'rare.example']);
    t.equal(
      (await store.records.logs(query({ domain: ['rare.example'] }))).total,
      2,
      'an index knows at once',
    );
    const all = await store.records.logs(query({}));
    t.same([all.total, all.totalIsEstimate], [count, false], 'whole days are known');
    const part = await store.records.logs(query({}, { range: { from: NOW - 65_000, to: NOW + 1 } }));
    t.ok(part.totalIsEstimate && Math.abs(part.total - 65_000) < 1_000, `${part.total} is near 65,000`);
    const common = await store.records.logs(query({ category: ['common'] }));
    t.ok(
      common.totalIsEstimate && Math.abs(common.total - count) < 13_000,
      `${common.total} is near ${count}`,
    );
  },
);

promise(
  'a purge takes whole days with a receipt, and what comes late is filed under its receipt',
  async (t, { store, clock }) => {
    const old = [1, 2, 3].map((n) =>
      received(MIDNIGHT - 40 * DAY_MS + n, { receivedAt: MIDNIGHT - 40 * DAY_MS + n }),
    );
    const kept = received(MIDNIGHT - 30 * DAY_MS, {
      domain: 'kept.example',
      receivedAt: MIDNIGHT - 30 * DAY_MS,
    });
    await store.telemetry.appendActivity([...old, kept]);
    t.equal(await store.records.purgeSlice('logs', MIDNIGHT - 41 * DAY_MS, 10), null, 'nothing is that old');
    const before = NOW - 30 * DAY_MS;
    await store.records.purgeSlice('logs', before, 2);
    t.same(await domains(store, {}), ['kept.example'], 'from the first step on the day is in no list');
    t.equal(await purgeAll(store, 'logs', before), 1);
    t.same(purgeReceipts(store), [
      {
        kind: 'logs',
        organisationId: 1,
        from: MIDNIGHT - 40 * DAY_MS,
        to: MIDNIGHT - 39 * DAY_MS,
        rows: 3,
        at: clock.now(),
      },
    ]);
    t.equal(await store.telemetry.appendActivity(old.map((record) => ({ ...record, receivedAt: NOW }))), 3);
    t.same(
      (await storedRecords(store)).map(({ at }) => at),
      [NOW, NOW, NOW, MIDNIGHT - 30 * DAY_MS],
    );
    t.equal(await purgeAll(store, 'activity', NOW), 0);
  },
);

promise('texts that no record needs are forgotten, those in use are not', async (t, { store }) => {
  const past = NOW - 40 * DAY_MS;
  await store.telemetry.appendActivity([
    received(past, { user: 'gone@x.example', domain: 'gone.example' }),
    received(NOW, { domain: 'here.example' }),
  ]);
  await purgeAll(store, 'logs', NOW - 30 * DAY_MS);
  t.ok((await store.records.forgetUnused({ people: NOW - 30 * DAY_MS, others: NOW - 30 * DAY_MS })) > 0);
  t.equal(await store.records.forgetUnused({ people: NOW - 30 * DAY_MS, others: NOW - 30 * DAY_MS }), 0);
  hasFields(t, await storedRecords(store), [
    { domain: 'here.example', user: 'ana@school.local', deviceId: LAPTOP },
  ]);
  await store.telemetry.appendActivity([received(NOW, { user: 'gone@x.example', domain: 'gone.example' })]);
  t.equal((await store.records.logs(query({ user: ['gone@x.example'] }))).total, 1, 'and it can come back');
});

promise('what a failed transaction has written is not remembered', async (t, { store }) => {
  const record = received(NOW, { domain: 'new.example', user: 'new@x.example' });
  await t.rejects(
    store.transaction(async (tx) => {
      await tx.telemetry.appendActivity([record]);
      throw new Error('undone');
    }),
    /undone/,
  );
  t.same(await storedRecords(store), []);
  t.equal(await store.telemetry.appendActivity([record]), 1);
  hasFields(t, await storedRecords(store), [{ domain: 'new.example', user: 'new@x.example' }]);
  t.same(await store.telemetry.activityCounts(1, 0), { requests: 1, blocked: 0 });
});
