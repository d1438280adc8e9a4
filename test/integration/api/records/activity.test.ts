import t, { type Test } from 'tap';
import { LAPTOP, type RecordWanted, received } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

const NOW = Date.UTC(2026, 10, 20, 10);

async function setting(t: Test, records: readonly RecordWanted[]): Promise<RestServer> {
  const rest = await startRestServer(t, { clock: createFakeClock(NOW) });
  await rest.store.telemetry.appendActivity(
    records.map((wanted, n) =>
      received(NOW - 1_000 * (n + 1), { receivedAt: NOW, kind: 'visit', ...wanted }),
    ),
  );
  return rest;
}

t.test('activity is listed newest first, as the contract says, and requests are not among it', async (t) => {
  const rest = await setting(t, [
    { kind: 'search', title: 'volcano', domain: 'search.example', category: 'search', user: null },
    { kind: 'request' },
    { durationSeconds: 40, flagged: true },
  ]);
  const { status, body } = await rest.call('GET', '/v1/activity');
  t.equal(status, 200);
  t.same([body.total, body.limit], [2, 100]);
  t.same(body.data[0], {
    id: body.data[0].id,
    timestamp: '2026-11-20T09:59:59.000Z',
    user: null,
    deviceId: LAPTOP,
    ou: '/High',
    kind: 'search',
    title: 'volcano',
    url: null,
    domain: 'search.example',
    category: 'search',
    durationSeconds: null,
    flagged: false,
    unproven: false,
  });
  t.match(body.data[0].id, /^act_/);
  t.same([body.data[1].durationSeconds, body.data[1].flagged], [40, true]);
});

t.test('its filters find their own, and a limited key sees its subtree only', async (t) => {
  const rest = await setting(t, [
    { kind: 'app', title: '0', flagged: true, ouPath: '/High/Grade-9' },
    { kind: 'video', title: '1', user: 'ben@x.example', domain: 'www.video.example' },
    { kind: 'signin', title: '2', ouPath: '/Low', domain: null },
  ]);
  const { key } = await rest.makeKey({ ouPath: '/High' });
  const cases: readonly (readonly [string, readonly string[], string?])[] = [
    ['', ['0', '1', '2']],
    ['flagged=true', ['0']],
    ['flagged=false&sort=timestamp', ['2', '1']],
    ['kind=app&kind=signin', ['0', '2']],
    ['user=ben@x.example', ['1']],
    [`deviceId=${LAPTOP}&ou=/Low`, ['2']],
    ['domain=video.example', ['1']],
    ['', ['0', '1'], key],
    ['ou=/Low', [], key],
  ];
  for (const [query, wanted, used = rest.key] of cases) {
    const { body } = await rest.call('GET', `/v1/activity?${query}`, { key: used });
    t.same(
      body.data?.map(({ title }: { readonly title: string }) => title),
      wanted,
      query,
    );
    t.equal(body.total, wanted.length, query);
  }
  t.equal((await rest.call('GET', '/v1/activity?kind=request')).body.code, 'validation_failed');
});

t.test('who asks is noted in the audit, for a person, a device or everything', async (t) => {
  const rest = await setting(t, [{}]);
  const entries = async () =>
    (
      await rest.store.audit.list({
        organisationId: 1,
        filter: {},
        sort: [{ field: 'timestamp', descending: false }],
        limit: 50,
        from: { kind: 'page', page: 1 },
      })
    ).rows.filter(({ action }) => action.endsWith('.viewed'));
  await rest.call('GET', '/v1/activity');
  await rest.call('GET', '/v1/logs');
  await rest.call('GET', '/v1/activity?user=ana@school.local&from=2026-11-20');
  await rest.call('GET', `/v1/logs?deviceId=${LAPTOP}`);
  await rest.call('GET', '/v1/activity?user=ana@school.local&kind=nothing');
  hasFields(t, await entries(), [
    { action: 'activity.viewed', target: null },
    { action: 'logs.viewed', target: null },
    { action: 'activity.viewed', target: 'ana@school.local' },
    { action: 'logs.viewed', target: LAPTOP },
  ]);
  t.equal((await entries()).length, 4, 'a refused question is none');
});
