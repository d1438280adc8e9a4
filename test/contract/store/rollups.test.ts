import { KEPT_A_DAY, type RollupPlace } from '../../../store/ports/rollups.ts';
import type { Store } from '../../../store/ports/store.ts';
import { received } from '../../support/activity-record.ts';
import { promise } from './each-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 20, 10);
const whole = { organisationId: 1, ouPath: null } as const;

async function setTimezone(store: Store, timezone: string): Promise<void> {
  await store.organisations.update(1, { timezone });
}

promise(
  'requests are counted by hour, day and what they were for, as often as a record stands for',
  async (t, { store }) => {
    await store.telemetry.appendActivity([
      received(NOW, { domain: 'b.example', count: 3 }),
      received(NOW + 1, { domain: 'a.example', count: 3, action: 'block', category: 'games' }),
      received(NOW - HOUR_MS, { domain: 'c.example', user: null, category: null }),
      received(NOW + 2, { kind: 'visit', domain: 'd.example' }),
    ]);
    t.same(await store.telemetry.activityCounts(1, NOW), { requests: 6, blocked: 3 });
    t.same(await store.telemetry.activityCounts(1, NOW - HOUR_MS), { requests: 7, blocked: 3 });
    t.same(await store.rollups.days({ ...whole, from: '2026-11-19', to: '2026-11-21' }), [
      { date: '2026-11-19', requests: 0, blocked: 0 },
      { date: '2026-11-20', requests: 7, blocked: 3 },
    ]);
    const day = { ...whole, from: '2026-11-20', to: '2026-11-21' };
    t.same(await store.rollups.top({ ...day, field: 'domain', by: 'requests', limit: 2 }), [
      { value: 'a.example', requests: 3, blocked: 3 },
      { value: 'b.example', requests: 3, blocked: 0 },
    ]);
    t.same(await store.rollups.top({ ...day, field: 'category', by: 'blocked', limit: 9 }), [
      { value: 'games', requests: 3, blocked: 3 },
    ]);
    t.same(await store.rollups.top({ ...day, field: 'user', by: 'requests', limit: 9 }), [
      { value: 'ana@school.local', requests: 6, blocked: 3 },
    ]);
    t.same(
      await store.rollups.top({ ...day, organisationId: 2, field: 'user', by: 'requests', limit: 9 }),
      [],
    );
  },
);

promise(
  'hours are told where they have a request, of a unit with its subtree or of all',
  async (t, { store }) => {
    await setTimezone(store, 'Asia/Kolkata');
    await store.telemetry.appendActivity([
      received(NOW, { count: 2, ouPath: '/Middle' }),
      received(NOW + HOUR_MS, { ouPath: '/High/Grade-9', action: 'block' }),
      received(NOW + HOUR_MS, { ouPath: '/Highland' }),
    ]);
    // The hour of a zone that is half an hour off.
    const first = NOW - HOUR_MS / 2;
    const day = { from: NOW - DAY_MS, to: NOW + DAY_MS };
    t.same(await store.rollups.hours({ ...whole, ...day }), [
      { at: first, requests: 2, blocked: 0 },
      { at: first + HOUR_MS, requests: 2, blocked: 1 },
    ]);
    t.same(await store.rollups.hours({ organisationId: 1, ouPath: '/High', ...day }), [
      { at: first + HOUR_MS, requests: 1, blocked: 1 },
    ]);
    t.same(await store.rollups.hours({ ...whole, from: first + 1, to: first + HOUR_MS }), []);
    await t.rejects(store.rollups.hours({ ...whole, from: 0, to: NOW }), { name: 'RangeError' });
  },
);

promise('a repeat is not counted again, and a transaction that failed not at all', async (t, { store }) => {
  const record = received(NOW);
  await store.telemetry.appendActivity([record, record]);
  await store.telemetry.appendActivity([record]);
  await t.rejects(
    store.transaction(async (tx) => {
      await tx.telemetry.appendActivity([received(NOW)]);
      throw new Error('undone');
    }),
    /undone/,
  );
  t.same(await store.rollups.days({ ...whole, from: '2026-11-20', to: '2026-11-21' }), [
    { date: '2026-11-20', requests: 1, blocked: 0 },
  ]);
});

promise('a unit is counted with what is below it, and nothing beside it', async (t, { store }) => {
  const places = ['/High', '/High/Grade-9', '/High/Grade-9/A', '/Highland', '/'];
  await store.telemetry.appendActivity(
    places.map((ouPath, n) => received(NOW + n, { ouPath, domain: `d${n}.example` })),
  );
  const requests = async (ouPath: string | null): Promise<number> =>
    (await store.rollups.days({ organisationId: 1, ouPath, from: '2026-11-20', to: '2026-11-21' }))[0]
      ?.requests ?? 0;
  t.same(
    [
      await requests(null),
      await requests('/'),
      await requests('/High'),
      await requests('/High/Grade-9'),
      await requests('/Nowhere'),
    ],
    [5, 5, 3, 2, 0],
  );
  const top = await store.rollups.top({
    organisationId: 1,
    ouPath: '/High',
    from: '2026-11-20',
    to: '2026-11-21',
    field: 'domain',
    by: 'requests',
    limit: 9,
  });
  t.same(
    top.map(({ value }) => value),
    ['d0.example', 'd1.example', 'd2.example'],
  );
});

promise(
  'days are those of the organisation’s time zone, of 23 and 25 hours when clocks change',
  async (t, { store }) => {
    await setTimezone(store, 'Europe/Madrid');
    // 29 March 2026 has no 02:00, 25 October has it twice.
    const dates = ['2026-03-29', '2026-10-25'];
    for (const date of dates) {
      const from = Date.parse(`${date}T00:00:00Z`) - 4 * HOUR_MS;
      await store.telemetry.appendActivity(
        Array.from({ length: 34 }, (_, hour) => received(from + hour * HOUR_MS)),
      );
    }
    const days = async (from: string, to: string) =>
      (await store.rollups.days({ ...whole, from, to })).map(({ requests }) => requests);
    // From 20:00 UTC, 21:00 in Madrid in winter and 22:00 in summer.
    t.same(await days('2026-03-28', '2026-03-31'), [3, 23, 8]);
    t.same(await days('2026-10-24', '2026-10-27'), [2, 25, 7]);
  },
);

promise('hours begin with the hours of a zone that is half an hour off', async (t, { store }) => {
  await setTimezone(store, 'Asia/Kolkata');
  await store.telemetry.appendActivity([received(NOW + 29 * 60_000), received(NOW + 31 * 60_000)]);
  const counted = async (since: number) => (await store.telemetry.activityCounts(1, since)).requests;
  t.equal(await counted(NOW + 29 * 60_000), 2);
  t.equal(await counted(NOW + 30 * 60_000), 1);
});

promise(
  'pruning keeps the first of a day that is over, forgets people with the logs, and the rest in the end',
  async (t, { store }) => {
    const old = NOW - 10 * DAY_MS;
    await store.telemetry.appendActivity(
      Array.from({ length: KEPT_A_DAY.organisation + 50 }, (_, n) =>
        received(old, { domain: `d${n}.example`, count: n + 1, user: n === 0 ? 'ana@x.example' : null }),
      ),
    );
    const top = (field: 'domain' | 'user', ouPath: string | null) =>
      store.rollups.top({
        organisationId: 1,
        ouPath,
        from: '2026-11-10',
        to: '2026-11-11',
        field,
        by: 'requests',
        limit: 5_000,
      });
    t.equal((await top('domain', null)).length, KEPT_A_DAY.organisation + 50);
    const dropped = await prune(store, { users: old - DAY_MS, others: old - DAY_MS, now: NOW });
    t.equal(dropped, 50 + KEPT_A_DAY.organisation + 50 - KEPT_A_DAY.unit);
    const kept = await top('domain', null);
    t.same([kept.length, kept.at(-1)?.requests], [KEPT_A_DAY.organisation, 51]);
    t.equal((await top('domain', '/High')).length, KEPT_A_DAY.unit);
    t.equal((await top('user', null)).length, 1);
    await prune(store, { users: NOW, others: old - DAY_MS, now: NOW, limit: 7 });
    t.equal((await top('user', null)).length, 0);
    t.equal((await top('domain', null)).length, KEPT_A_DAY.organisation);
    await prune(store, { users: NOW, others: NOW, now: NOW });
    t.equal((await top('domain', null)).length, 0);
    t.same(await store.telemetry.activityCounts(1, 0), { requests: 0, blocked: 0 });
  },
);

/** To the end, in steps. @returns how many counts were dropped */
async function prune(
  store: Store,
  {
    limit = 60,
    ...request
  }: { readonly users: number; readonly others: number; readonly now: number; readonly limit?: number },
): Promise<number> {
  let dropped = 0;
  for (let after: RollupPlace | null = null; ; ) {
    const step: { dropped: number; next: RollupPlace | null } = await store.rollups.prune({
      ...request,
      limit,
      after,
    });
    dropped += step.dropped;
    after = step.next;
    if (after === null) return dropped;
  }
}
