import t, { type Test } from 'tap';
import { LAPTOP, type RecordWanted, received } from '../../../support/activity-record.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The time of the server's clock. */
const NOW = Date.UTC(2026, 10, 20, 10);

async function setting(t: Test): Promise<{ readonly rest: RestServer; readonly clock: FakeClock }> {
  const clock = createFakeClock(NOW);
  return { rest: await startRestServer(t, { clock }), clock };
}

/** Stores requests, each as long ago as it says. */
async function store(
  { store }: RestServer,
  requests: readonly (readonly [ageMs: number, wanted?: RecordWanted])[],
) {
  await store.telemetry.appendActivity(
    requests.map(([ageMs, wanted = {}]) => received(NOW - ageMs, { receivedAt: NOW, ...wanted })),
  );
}

t.test(
  'the last 24 hours are listed by default, newest first, each entry as the contract says',
  async (t) => {
    const { rest } = await setting(t);
    await store(rest, [
      [DAY_MS + 1],
      [2_000, { domain: 'old.example' }],
      [
        1_000,
        {
          domain: 'play.example',
          category: 'games',
          action: 'block',
          reason: 'locked_block',
          policyId: 'pol_x',
          policyVersion: 42,
          ruleId: 'rul_x',
          count: 3,
        },
      ],
    ]);
    const { status, body, headers } = await rest.call('GET', '/v1/logs');
    t.equal(status, 200);
    t.equal(headers.get('cache-control'), 'no-store');
    t.same([body.total, body.page, body.limit, body.hasMore, body.nextCursor], [2, 1, 100, false, null]);
    t.same(body.data[0], {
      id: body.data[0].id,
      timestamp: '2026-11-20T09:59:59.000Z',
      deviceId: LAPTOP,
      user: 'ana@school.local',
      ou: '/High',
      url: null,
      domain: 'play.example',
      category: 'games',
      action: 'block',
      reason: 'locked_block',
      policyId: 'pol_x',
      policyVersion: 42,
      ruleId: 'rul_x',
      campus: 'on-campus',
      count: 3,
      bypass: null,
      app: null,
      unproven: false,
    });
    t.match(body.data[0].id, /^log_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    t.equal(body.data[1].domain, 'old.example');
  },
);

t.test('all pages by cursor hold each entry once, while new ones arrive and time goes on', async (t) => {
  const { rest, clock } = await setting(t);
  const ages = Array.from({ length: 25 }, (_, n) => 1 + n * HOUR_MS * 0.9);
  await store(
    rest,
    ages.map((age, n) => [age, { domain: `d${n}.example` }]),
  );
  const seen: string[] = [];
  let path = '/v1/logs?limit=10';
  for (;;) {
    const { status, body } = await rest.call('GET', path);
    t.equal(status, 200);
    t.equal(body.total, 25);
    seen.push(...body.data.map(({ domain }: { readonly domain: string }) => domain));
    if (body.nextCursor === null) break;
    clock.jump(2 * HOUR_MS);
    await rest.store.telemetry.appendActivity([received(clock.now(), { domain: 'new.example' })]);
    path = `/v1/logs?limit=10&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  t.same(
    seen,
    ages.map((_, n) => `d${n}.example`),
  );
});

t.test('page numbers end at ten thousand entries, cursors do not', async (t) => {
  const { rest } = await setting(t);
  t.equal((await rest.call('GET', '/v1/logs?page=10&limit=1000')).status, 200);
  const deep = await rest.call('GET', '/v1/logs?page=11&limit=1000');
  t.same([deep.status, deep.body.code], [400, 'page_window_exceeded']);
  t.equal((await rest.call('GET', '/v1/logs?page=101')).body.code, 'page_window_exceeded');
  t.equal((await rest.call('GET', '/v1/logs?limit=1001')).body.code, 'validation_failed');
});

t.test('from and to are moments or days of the organisation, at most ninety days apart', async (t) => {
  const { rest } = await setting(t);
  await rest.store.organisations.update(1, { timezone: 'Europe/Madrid' });
  // Midnight in Madrid is 23:00 UTC: eleven hours before now.
  await store(rest, [
    [11 * HOUR_MS, { domain: 'today.example' }],
    [11 * HOUR_MS + 1, { domain: 'yesterday.example' }],
  ]);
  const names = async (query: string) => {
    const { status, body } = await rest.call('GET', `/v1/logs?${query}`);
    return status === 200 ? body.data.map(({ domain }: { readonly domain: string }) => domain) : body.code;
  };
  t.same(await names('from=2026-11-20'), ['today.example']);
  t.same(await names('from=2026-11-19&to=2026-11-20'), ['yesterday.example']);
  t.same(await names('from=2026-11-19T23:00:00Z'), ['today.example']);
  t.same(await names('from=2026-11-20T00:00:00%2B01:00&sort=timestamp'), ['today.example']);
  for (const query of [
    'from=2026-11-21&to=2026-11-20',
    'from=2026-08-01',
    'from=yesterday',
    'to=2026-11-31',
    'from=&to=',
  ])
    t.equal(await names(query), 'validation_failed', query);
});

t.test('filters find their own; a unit is named by path or id; what is unknown is refused', async (t) => {
  const { rest } = await setting(t);
  const device = await rest.makeDevice({ ou: '/High/Grade-9' });
  const unit = await rest.store.ous.byPath(1, '/High/Grade-9');
  await store(rest, [
    [1_000, { domain: 'a.example', deviceId: device.id, ouPath: '/High/Grade-9', user: 'ben@school.local' }],
    [
      2_000,
      { domain: 'b.a.example', action: 'block', reason: 'block', category: 'games', campus: 'off-campus' },
    ],
    [3_000, { domain: 'c.example', ouPath: '/Low' }],
  ]);
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [`deviceId=${device.id}`, ['a.example']],
    [`deviceId=${device.id}&deviceId=${LAPTOP}`, ['a.example', 'b.a.example', 'c.example']],
    ['user=BEN@school.local', ['a.example']],
    ['ou=/High', ['a.example', 'b.a.example']],
    [`ou=${unit?.id}`, ['a.example']],
    ['ou=ou_01h455vb4pex5vsknk084sn02q', []],
    ['domain=a.example', ['a.example', 'b.a.example']],
    ['category=games&action=block&reason=block&campus=off-campus', ['b.a.example']],
    ['action=allow&sort=timestamp', ['c.example', 'a.example']],
    ['policyId=pol_01h455vb4pex5vsknk084sn02q', []],
  ];
  for (const [query, wanted] of cases) {
    const { body } = await rest.call('GET', `/v1/logs?${query}`);
    t.same(
      body.data?.map(({ domain }: { readonly domain: string }) => domain),
      wanted,
      query,
    );
    t.equal(body.total, wanted.length, query);
  }
  t.equal((await rest.call('GET', '/v1/logs?device=x')).body.code, 'unknown_parameter');
  t.equal((await rest.call('GET', '/v1/logs?deviceId=x')).body.code, 'validation_failed');
  t.equal((await rest.call('GET', '/v1/logs?sort=domain')).body.code, 'validation_failed');
});

t.test('a key that is limited to a unit sees the entries of its subtree only', async (t) => {
  const { rest } = await setting(t);
  const { key } = await rest.makeKey({ ouPath: '/High' });
  await store(rest, [
    [1, { ouPath: '/High/Grade-9' }],
    [2, { ouPath: '/Highland' }],
    [3, { ouPath: '/' }],
  ]);
  const { body } = await rest.call('GET', '/v1/logs', { key });
  t.same([body.total, body.data.map(({ ou }: { readonly ou: string }) => ou)], [1, ['/High/Grade-9']]);
  t.equal((await rest.call('GET', '/v1/logs?ou=/Highland', { key })).body.total, 0);
  const { key: other } = await rest.makeKey({ scopes: ['activity:read'] });
  t.equal((await rest.call('GET', '/v1/logs', { key: other })).body.code, 'insufficient_scope');
});
