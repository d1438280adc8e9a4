import t, { type Test } from 'tap';
import type { Id } from '../../../../contracts/ids.ts';
import { SCOPES } from '../../../../contracts/scopes.ts';
import type { AlertFinding } from '../../../../store/ports/alerts.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { type RestServer, startRestServer, strangeId } from '../rest-server.ts';

interface Lab extends RestServer {
  readonly clock: FakeClock;
  raise(device: DeviceRecord, changes?: Partial<AlertFinding>): Promise<Id<'alt'>>;
}

async function lab(t: Test): Promise<Lab> {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  return {
    ...server,
    clock,
    async raise(device, changes = {}) {
      const { alert } = await server.store.alerts.raise({
        organisationId: 1,
        type: 'game_detected',
        severity: 'low',
        title: `Game on ${device.name}`,
        deviceId: device.id,
        user: 'ana@x.example',
        ouId: device.ouId,
        policyId: null,
        details: { domains: ['play.example'] },
        count: 2,
        sameAs: `${device.id} ${JSON.stringify(changes)}`,
        joinsForMs: 1,
        at: clock.now(),
        ...changes,
      });
      clock.jump(1_000);
      return alert.id;
    },
  };
}

t.test('alerts are listed newest first, filtered, and sorted by severity', async (t) => {
  const { call, makeDevice, raise } = await lab(t);
  const device = await makeDevice({ name: 'LIB-017', ou: '/High' });
  const first = await raise(device);
  const second = await raise(device, { type: 'low_battery', severity: 'info', user: null });
  const third = await raise(device, { type: 'self_harm_search', severity: 'critical' });
  const { body, status } = await call('GET', '/v1/alerts');
  t.equal(status, 200);
  t.same(
    body.data.map(({ id }: { id: string }) => id),
    [third, second, first],
  );
  hasFields(t, body, { total: 3, page: 1, limit: 50, hasMore: false, nextCursor: null });
  t.same(body.data[2], {
    id: first,
    timestamp: '2026-11-20T10:00:00.000Z',
    type: 'game_detected',
    severity: 'low',
    status: 'open',
    title: 'Game on LIB-017',
    deviceId: device.id,
    user: 'ana@x.example',
    ou: '/High',
    policyId: null,
    details: { count: 2, domains: ['play.example'] },
    lastSeenAt: '2026-11-20T10:00:00.000Z',
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    note: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  });
  const ids = async (query: string) =>
    (await call('GET', `/v1/alerts?${query}`)).body.data.map(({ id }: { id: string }) => id);
  t.same(await ids('sort=-severity'), [third, first, second]);
  t.same(await ids('type=low_battery&type=self_harm_search'), [third, second]);
  t.same(await ids('severity=low'), [first]);
  t.same(await ids('user=ANA@x.example'), [third, first]);
  t.same(await ids(`deviceId=${strangeId('dev')}`), []);
  t.same(await ids('ou=/Hi'), []);
  t.same(await ids('ou=/High&status=open'), [third, second, first]);
  t.same(await ids('from=2026-11-20T10:00:01Z&to=2026-11-20T10:00:02Z'), [second]);
  t.same(await ids('from=2026-11-21'), []);
  for (const bad of ['severity=bad', 'type=x', 'deviceId=x', 'sort=title', 'from=yesterday', 'status=closed'])
    hasFields(t, await call('GET', `/v1/alerts?${bad}`), { status: 400 }, bad);
});

t.test('a page leads to the next by its cursor', async (t) => {
  const { call, makeDevice, raise } = await lab(t);
  const device = await makeDevice();
  const made: string[] = [];
  for (let number = 0; number < 5; number++) made.push(await raise(device, { sameAs: `n${number}` }));
  const seen: string[] = [];
  let path: string | null = '/v1/alerts?limit=2';
  while (path !== null) {
    const { body } = await call('GET', path);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    t.equal(body.total, 5);
    path =
      body.nextCursor === null ? null : `/v1/alerts?limit=2&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  t.same(seen, [...made].reverse());
});

t.test('a key that is limited to a unit sees the alerts of that unit alone', async (t) => {
  const { call, makeDevice, makeKey, raise } = await lab(t);
  const inside = await raise(await makeDevice({ ou: '/High/Grade-9' }));
  const outside = await raise(await makeDevice({ ou: '/Higher' }));
  const { key } = await makeKey({ ouPath: '/High' });
  hasFields(t, (await call('GET', '/v1/alerts', { key })).body, { total: 1, data: [{ id: inside }] });
  t.equal((await call('GET', `/v1/alerts/${inside}`, { key })).status, 200);
  t.equal((await call('GET', `/v1/alerts/${outside}`, { key })).status, 404);
  t.equal((await call('GET', `/v1/alerts/${outside}`)).status, 200);
  t.equal((await call('GET', `/v1/alerts/${strangeId('alt')}`)).status, 404);
});

t.test('an administrator acknowledges and resolves; who and when are kept, and events fire', async (t) => {
  const server = await lab(t);
  const { call, clock, makeDevice, raise, store } = server;
  const id = await raise(await makeDevice());
  const admin = await signedIn(server, 'admin', { clock });
  const taken = await admin.call('PATCH', `/v1/alerts/${id}`, {
    status: 'acknowledged',
    note: ' Talked to Ana ',
  });
  hasFields(t, taken, {
    status: 200,
    body: {
      status: 'acknowledged',
      acknowledgedBy: admin.account.id,
      note: 'Talked to Ana',
      resolvedAt: null,
    },
  });
  t.equal(taken.body.acknowledgedAt, new Date(clock.now()).toISOString());
  const done = await admin.call('PATCH', `/v1/alerts/${id}`, { status: 'resolved' });
  hasFields(t, done.body, { status: 'resolved', resolvedBy: admin.account.id, note: 'Talked to Ana' });
  t.same((await call('GET', `/v1/alerts/${id}`)).body, done.body);
  for (const status of ['open', 'acknowledged'])
    hasFields(t, await admin.call('PATCH', `/v1/alerts/${id}`, { status }), {
      status: 409,
      body: { code: 'conflict' },
    });
  t.equal((await admin.call('PATCH', `/v1/alerts/${id}`, { status: 'resolved' })).status, 200, 'so it is');
  const noted = await admin.call('PATCH', `/v1/alerts/${id}`, { note: null });
  hasFields(t, noted.body, { status: 'resolved', note: null });
  const audit = await admin.call('GET', '/v1/audit?action=alert.updated');
  hasFields(t, audit.body.data.at(-1), {
    actor: admin.account.id,
    target: id,
    changes: { after: { status: 'acknowledged' } },
  });
  t.equal(
    (await store.alerts.get(1, id))?.version,
    4,
    'acknowledged, resolved and another note; what changes nothing writes nothing',
  );
});

t.test('a key with alerts:write acknowledges, as itself; no other key does, and no other role', async (t) => {
  const server = await lab(t);
  const id = await server.raise(await server.makeDevice());
  const twelve = await server.makeKey({ scopes: SCOPES });
  const body = { status: 'acknowledged' };
  hasFields(t, await server.call('PATCH', `/v1/alerts/${id}`, { key: twelve.key, body }), {
    status: 403,
    body: { code: 'insufficient_scope', requiredScopes: ['alerts:write'] },
  });
  for (const role of ['teacher', 'viewer', 'helpdesk'] as const) {
    const person = await signedIn(server, role, { clock: server.clock });
    t.equal((await person.call('PATCH', `/v1/alerts/${id}`, { status: 'resolved' })).status, 403, role);
  }
  hasFields(t, await server.store.alerts.get(1, id), { status: 'open' });
  const { id: keyId, key } = await server.makeKey({ scopes: ['alerts:write'] });
  hasFields(t, await server.call('PATCH', `/v1/alerts/${id}`, { key, body }), {
    status: 200,
    body: { status: 'acknowledged', acknowledgedBy: keyId },
  });
});

t.test('an administrator of a unit does not reach the alerts of another', async (t) => {
  const server = await lab(t);
  const inside = await server.raise(await server.makeDevice({ ou: '/High' }));
  const outside = await server.raise(await server.makeDevice({ ou: '/Low' }));
  const admin = await signedIn(server, 'admin', { clock: server.clock, ou: '/High' });
  t.equal((await admin.call('PATCH', `/v1/alerts/${outside}`, { status: 'resolved' })).status, 404);
  t.equal((await admin.call('PATCH', `/v1/alerts/${inside}`, { status: 'resolved' })).status, 200);
});

t.test('a change that was made meanwhile is not overwritten, and bad input changes nothing', async (t) => {
  const server = await lab(t);
  const id = await server.raise(await server.makeDevice());
  const admin = await signedIn(server, 'owner', { clock: server.clock });
  const { headers } = await server.call('GET', `/v1/alerts/${id}`);
  const tag = headers.get('etag') ?? '';
  t.equal(
    (await admin.call('PATCH', `/v1/alerts/${id}`, { status: 'acknowledged' }, { 'if-match': tag })).status,
    200,
  );
  t.equal(
    (await admin.call('PATCH', `/v1/alerts/${id}`, { status: 'resolved' }, { 'if-match': tag })).status,
    412,
  );
  for (const body of [{ status: 'closed' }, { severity: 'low' }, { note: '' }, { note: 'x'.repeat(1_001) }])
    t.equal(
      (await admin.call('PATCH', `/v1/alerts/${id}`, body)).status,
      400,
      JSON.stringify(body).slice(0, 40),
    );
  hasFields(t, await server.store.alerts.get(1, id), { status: 'acknowledged', note: null });
});
