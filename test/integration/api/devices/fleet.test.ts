import t, { type Test } from 'tap';
import type { HeartbeatWrite } from '../../../../store/ports/devices.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

/** Devices in two units: an enforcing and a stale one in /High, one that is unprotected in /Middle. */
async function school(t: Test) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const { store, makeDevice } = server;
  const enroll = async (name: string, ou: string, report: Partial<HeartbeatWrite>) => {
    const device = await makeDevice({ name, ou });
    const now = clock.now();
    await store.devices.writeHeartbeats([
      {
        deviceId: device.id,
        lastSeenAt: now,
        user: null,
        battery: null,
        campus: 'unknown',
        campusId: null,
        osVersion: 'Debian 13',
        agentVersion: '1.0.0',
        protection: 'enforcing',
        protectionSince: null,
        policyVersion: 42,
        targetConfirmed: 0,
        ...report,
      },
    ]);
    await store.devices.setStatus(device.id, 'online', now);
    return device;
  };
  const devices = {
    high: await enroll('high', '/High', { user: 'ana@x.example', osVersion: '11 24H2' }),
    grade: await enroll('grade', '/High/Grade-9', {
      protection: 'stale',
      policyVersion: 41,
      agentVersion: '0.9.0',
    }),
    middle: await enroll('middle', '/Middle', { protection: 'unprotected', user: 'ben@x.example' }),
  };
  await store.devices.setProtectionReason(devices.middle.id, {
    state: 'unprotected',
    reason: 'a captive portal holds the filter open',
  });
  const names = async (query: string, key?: string) => {
    const answer = await server.call('GET', `/v1/devices?${query}`, key === undefined ? {} : { key });
    return answer.status === 200 ? answer.body.data.map(({ name }: { name: string }) => name) : answer.status;
  };
  return { ...server, clock, devices, names };
}

t.test('devices are found by what they report of policies, agent and system', async (t) => {
  const { names, clock } = await school(t);
  const before = new Date(clock.now() + 1).toISOString();
  for (const [query, expected] of [
    ['policyVersion=42', ['high', 'middle']],
    ['policyVersion=41&policyVersion=40', ['grade']],
    ['maxPolicyVersion=41', ['grade']],
    ['minPolicyVersion=42', ['high', 'middle']],
    [`protectionReason=${encodeURIComponent('a captive portal holds the filter open')}`, ['middle']],
    ['protectionReason=a', []],
    ['agentVersion=0.9.0', ['grade']],
    ['os=debian', ['grade', 'middle']],
    ['os=24H2', []],
    [`lastSeenBefore=${before}`, ['grade', 'high', 'middle']],
    ['lastSeenBefore=2020-01-01T00:00:00Z', []],
  ] as const)
    t.same(await names(query), expected, query);
  for (const query of [
    'policyVersion=-1',
    'policyVersion=x',
    'maxPolicyVersion=1&maxPolicyVersion=2',
    'lastSeenBefore=yesterday',
    'lastSeenBefore=2026-02-30T00:00:00Z',
    'lastSeenBefore=2016-12-31T23:59:60Z',
    `os=${'x'.repeat(81)}`,
    'os=',
    `protectionReason=${'x'.repeat(501)}`,
    'notEnforcing=42',
  ])
    t.equal(await names(query), 400, query);
});

t.test('devices are sorted by protection, lock, user and unit', async (t) => {
  const { names, call, devices } = await school(t);
  t.equal((await call('POST', `/v1/devices/${devices.grade.id}/lock`)).status, 202);
  t.same(await names('sort=protection'), ['high', 'grade', 'middle']);
  t.same(await names('sort=-lock,name'), ['grade', 'high', 'middle']);
  t.same(await names('sort=user'), ['grade', 'high', 'middle']);
  t.same(await names('sort=-ou'), ['middle', 'grade', 'high']);
  const first = (await call('GET', '/v1/devices?sort=-ou&limit=2')).body;
  const rest = (await call('GET', `/v1/devices?sort=-ou&limit=2&cursor=${first.nextCursor}`)).body;
  t.same(
    [...first.data, ...rest.data].map(({ name }) => name),
    ['middle', 'grade', 'high'],
  );
  t.equal(rest.total, 3);
});

t.test('a batch of commands goes to what these filters find', async (t) => {
  const { call } = await school(t);
  const answer = await call('POST', '/v1/commands/batch', {
    body: { type: 'sync_policy', filter: { maxPolicyVersion: 41, lastSeenBefore: '2030-01-01T00:00:00Z' } },
  });
  hasFields(t, answer, { status: 202, body: { total: 1 } });
  const wrong = await call('POST', '/v1/commands/batch', {
    body: { type: 'sync_policy', filter: { lastSeenBefore: '2016-12-31T23:59:60Z' } },
  });
  hasFields(t, wrong, { status: 400, body: { code: 'validation_failed' } });
});

t.test('the summary counts the devices of a list with the same filters', async (t) => {
  const { call, makeKey } = await school(t);
  const cell = (protection: string, policyVersion: number) => ({
    ...{ status: 'online', protection, lock: 'unlocked', policyVersion, count: 1 },
  });
  const whole = (await call('GET', '/v1/devices/summary')).body;
  t.same(whole, {
    total: 3,
    cells: [cell('enforcing', 42), cell('unprotected', 42), cell('stale', 41)],
    others: 0,
    generatedAt: whole.generatedAt,
  });
  const cellsOf = async (query: string, key?: string) =>
    (await call('GET', `/v1/devices/summary?${query}`, key === undefined ? {} : { key })).body.cells;
  t.same(await cellsOf('ou=/High&maxPolicyVersion=41'), [cell('stale', 41)]);
  const { key } = await makeKey({ ouPath: '/High' });
  t.same(await cellsOf('', key), [cell('enforcing', 42), cell('stale', 41)], 'a limited key counts its own');
  t.same(await cellsOf('ou=/Middle', key), []);
  t.equal((await call('GET', '/v1/devices/summary?sort=name')).status, 400);
});

t.test('a teacher and a viewer count the devices of their unit', async (t) => {
  const server = await school(t);
  for (const role of ['teacher', 'viewer'] as const) {
    const person = await signedIn(server, role, { ou: '/Middle', clock: server.clock });
    hasFields(t, await person.call('GET', '/v1/devices/summary'), { status: 200, body: { total: 1 } }, role);
  }
});

t.test('a summary is a look where it picks a person, and only there', async (t) => {
  const { call, store } = await school(t);
  const looks = async () =>
    (
      await store.audit.list({
        organisationId: 1,
        filter: { action: ['devices.viewed'] },
        sort: [],
        limit: 10,
        from: { kind: 'page', page: 1 },
      })
    ).total;
  await call('GET', '/v1/devices/summary');
  await call('GET', '/v1/devices/summary?user=nobody@x.example');
  t.equal(await looks(), 0);
  await call('GET', '/v1/devices/summary?user=ana@x.example');
  t.equal(await looks(), 1);
});
