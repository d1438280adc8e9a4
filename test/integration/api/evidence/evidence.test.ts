import t, { type Test } from 'tap';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

/** One device of each kind; `version` is the present policy version. */
async function school(t: Test) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const { store, makeDevice, call } = server;
  for (const name of ['one', 'two']) await call('POST', '/v1/policies', { body: { name } });
  const version = await store.policies.version(1);
  const enroll = async (
    name: string,
    ou: string,
    report: { readonly protection: 'enforcing' | 'stale' | 'unprotected'; readonly behind?: number },
    online = true,
  ) => {
    const device = await makeDevice({ name, ou });
    const { protection, behind = 0 } = report;
    const nothing = { user: null, battery: null, campus: 'unknown', campusId: null } as const;
    const software = { osVersion: '', agentVersion: '1', targetConfirmed: 0, protectionSince: clock.now() };
    await store.devices.writeHeartbeats([
      {
        ...{ deviceId: device.id, lastSeenAt: clock.now(), ...nothing, ...software, protection },
        policyVersion: version - behind,
      },
    ]);
    if (online) await store.devices.setStatus(device.id, 'online', clock.now());
    return device;
  };
  await enroll('fine', '/High', { protection: 'enforcing' });
  await enroll('asleep', '/High', { protection: 'enforcing' }, false);
  await enroll('away', '/High', { protection: 'stale', behind: 1 }, false);
  await enroll('late', '/High', { protection: 'enforcing', behind: 1 });
  const open = await enroll('=open', '/Middle', { protection: 'unprotected' });
  await store.devices.setProtectionReason(open.id, { state: 'unprotected', reason: '@a captive portal' });
  await makeDevice({ name: 'new', ou: '/Middle' });
  const looks = async () =>
    (
      await store.audit.list({
        organisationId: 1,
        filter: { action: ['evidence.viewed'] },
        sort: [],
        limit: 10,
        from: { kind: 'page', page: 1 },
      })
    ).rows;
  return { ...server, clock, version, looks };
}

t.test('the totals say how many enforce a version, and each other device has one reason', async (t) => {
  const { call, version, looks } = await school(t);
  const { body } = await call('GET', `/v1/evidence?version=${version}`);
  t.same(body, {
    ...{ version, ou: '/', devices: 6, enforcing: 2 },
    notEnforcing: { total: 4, offline: 1, unprotected: 1, stale: 1, no_report: 1 },
    generatedAt: body.generatedAt,
  });
  t.same((await call('GET', '/v1/evidence')).body, body, 'the present version is the default');
  hasFields(t, (await call('GET', `/v1/evidence?version=${version - 1}`)).body, {
    enforcing: 4,
    notEnforcing: { total: 2, unprotected: 1, no_report: 1 },
  });
  t.same(await looks(), [], 'counts show no device');
  hasFields(t, await call('GET', `/v1/evidence?version=${version + 1}`), {
    status: 404,
    body: { code: 'not_found' },
  });
  for (const query of ['version=-1', 'version=x', 'version=1&version=2', 'format=html', 'limit=2'])
    t.equal((await call('GET', `/v1/evidence?${query}`)).status, 400, query);
});

t.test('the list says of each device why and since when, page by page, and is a look', async (t) => {
  const { call, clock, version, looks } = await school(t);
  const now = new Date(clock.now()).toISOString();
  const { body } = await call('GET', '/v1/evidence/devices');
  const gap = (reason: string, protection: string, policyVersion: number | null, rest: object = {}) => ({
    ...{ reason, protection, policyVersion, since: now, detail: null, lastSeen: now, ...rest },
  });
  t.same(
    body.data.map(({ deviceId, ...one }: { deviceId: string }) => one),
    [
      {
        ...gap('unprotected', 'unprotected', version, { detail: '@a captive portal' }),
        ...{ name: '=open', ou: '/Middle' },
      },
      { ...gap('offline', 'stale', version - 1), name: 'away', ou: '/High' },
      { ...gap('stale', 'enforcing', version - 1, { since: null }), name: 'late', ou: '/High' },
      { ...gap('no_report', 'unknown', null), name: 'new', ou: '/Middle' },
    ],
  );
  t.equal(body.total, 4);
  hasFields(t, await looks(), [{ action: 'evidence.viewed' }]);
  const first = (await call('GET', `/v1/evidence/devices?version=${version}&limit=3&sort=-ou`)).body;
  const rest = `version=${version}&limit=3&sort=-ou&cursor=${first.nextCursor}`;
  const second = (await call('GET', `/v1/evidence/devices?${rest}`)).body;
  t.same(
    [...first.data, ...second.data].map(({ name }) => name),
    ['new', '=open', 'late', 'away'],
  );
});

t.test('the file has the totals and every device, and no cell is a formula', async (t) => {
  const { call, version, looks } = await school(t);
  const answer = await call('GET', `/v1/evidence?version=${version}&format=csv`);
  t.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.equal(
    answer.headers.get('content-disposition'),
    `attachment; filename="schoolgate-evidence-${version}.csv"`,
  );
  const lines = String(answer.body).split('\r\n');
  t.equal(lines[0], 'item,value,device,name,unit,since,detail,protection,policy version,last seen');
  t.ok(lines.includes('enforcing,2,,,,,,,,'));
  t.ok(lines.includes('not enforcing: offline,1,,,,,,,,'));
  const devices = lines.filter((line) => line.startsWith('device,'));
  t.equal(devices.length, 4);
  const open = devices.find((line) => line.includes('open')) ?? '';
  t.ok(open.includes(",'=open,/Middle,"), open);
  t.ok(open.includes(",'@a captive portal,"), open);
  t.equal((await looks()).length, 1);
});

t.test('a caller who is limited to a unit sees its devices alone', async (t) => {
  const server = await school(t);
  const { call, makeKey, clock } = server;
  const { key } = await makeKey({ ouPath: '/High' });
  hasFields(t, (await call('GET', '/v1/evidence', { key })).body, {
    ...{ ou: '/High', devices: 4, enforcing: 2 },
    notEnforcing: { total: 2 },
  });
  t.equal((await call('GET', '/v1/evidence/devices', { key })).body.total, 2);
  t.notMatch(String((await call('GET', '/v1/evidence?format=csv', { key })).body), 'Middle');
  for (const path of ['/v1/evidence', '/v1/evidence/devices'])
    for (const ou of ['/Middle', '/', '/Nowhere'])
      t.equal((await call('GET', `${path}?ou=${ou}`, { key })).status, 404, `${path} ${ou}`);
  t.equal((await call('GET', '/v1/evidence?ou=/Middle')).body.devices, 2);
  for (const role of ['viewer', 'teacher'] as const) {
    const person = await signedIn(server, role, { ou: '/Middle', clock });
    t.equal((await person.call('GET', '/v1/evidence/devices')).body.total, 2, role);
  }
  const { key: reports } = await makeKey({ scopes: ['reports:read'] });
  t.equal((await call('GET', '/v1/evidence', { key: reports })).status, 403);
});
