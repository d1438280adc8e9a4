import t, { type Test } from 'tap';
import { createRecordViewsJob } from '../../../../api/audit/record-views-job.ts';
import { ROUTES } from '../../../../api/routes.ts';
import type { AuditRecord } from '../../../../store/ports/audit.ts';
import { auditEntries, verifyAudit } from '../../../../store/rules/audit-chain.ts';
import { received } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const MINUTE_MS = 60_000;

async function school(t: Test) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const now = clock.now();
  await server.store.telemetry.appendActivity(
    ['a.example', 'b.example', 'c.example'].map((domain, index) => received(now - 1 - index, { domain })),
  );
  const entries = async (): Promise<readonly AuditRecord[]> => {
    const all: AuditRecord[] = [];
    for await (const entry of auditEntries(server.store.audit, 1)) all.push(entry);
    return all;
  };
  const afters = async () => (await entries()).map(({ changes }) => changes.after);
  const tell = () => createRecordViewsJob({ store: server.store, clock }).run(new AbortController().signal);
  const person = () => signedIn(server, 'owner', { clock });
  return { ...server, clock, entries, afters, tell, person };
}

t.test(
  'every list and thing that holds what people did, or where they are, tells the audit who looked',
  (t) => {
    const tags = ['Logs', 'Activity', 'Alerts', 'Events', 'Reports'];
    const silent = ROUTES.filter(({ tag, view }) => tags.includes(tag) && view === undefined);
    // What makes alerts and who is mailed holds nothing that anybody did.
    t.same(
      silent.filter(({ path }) => !/^\/v1\/alert-(rules|notifications)/.test(path)),
      [],
    );
    const others = ROUTES.filter(({ tag, view }) => !tags.includes(tag) && view !== undefined);
    t.same(others.map(({ operationId }) => operationId).sort(), [
      'explainVerdict',
      'followChanges',
      'getAccessRequest',
      'getClassroomSession',
      'getCommand',
      'getDevice',
      'getDeviceState',
      'getDeviceSummary',
      'getOverride',
      'getRemovalCode',
      'getUser',
      'getWebhookDelivery',
      'listAccessRequests',
      'listClassroomSessions',
      'listCommands',
      'listDeviceCommands',
      'listDeviceHistory',
      'listDevices',
      'listOverrides',
      'listUsers',
      'listWebhookDeliveries',
      'previewPolicy',
      'search',
    ]);
    t.end();
  },
);

t.test(
  'the first look with a filter is told at once, whole lists too, with what was asked for',
  async (t) => {
    const { call, entries } = await school(t);
    const asked = [
      '/v1/logs',
      '/v1/logs?domain=a.example&limit=1',
      '/v1/logs?ou=/High',
      '/v1/activity?user=ana@school.local&from=2026-11-20',
      '/v1/alerts',
      '/v1/events?after=0',
    ];
    for (const path of asked) t.equal((await call('GET', path)).status, 200, path);
    const found = await entries();
    hasFields(
      t,
      found.map(({ action, target, changes }) => ({ action, target, after: changes.after })),
      [
        { action: 'logs.viewed', target: null, after: { answers: 1, records: 3 } },
        { action: 'logs.viewed', target: null, after: { domain: ['a.example'], answers: 1, records: 1 } },
        { action: 'logs.viewed', target: '/High', after: { ou: ['/High'], records: 3 } },
        {
          action: 'activity.viewed',
          target: 'ana@school.local',
          after: { user: ['ana@school.local'], from: '2026-11-20T00:00:00.000Z', records: 0 },
        },
        { action: 'alerts.viewed', target: null, after: { from: null, to: null } },
        { action: 'events.viewed', target: null },
      ],
    );
    t.equal(found.length, asked.length);
    for (const { actor, ip, requestId } of found) {
      t.match(actor, /^key_/);
      t.equal(ip, '127.0.0.1');
      t.match(requestId, /^req_/);
    }
  },
);

t.test('pages, cursors and repeats within ten minutes are one more entry, with how many', async (t) => {
  const { call, afters, clock, tell, store } = await school(t);
  const first = await call('GET', '/v1/logs?limit=1');
  await clock.advance(1_000);
  const second = await call('GET', `/v1/logs?limit=1&cursor=${first.body.nextCursor}`);
  t.equal(second.body.data.length, 1);
  await clock.advance(1_000);
  t.equal((await call('GET', '/v1/logs?page=2&limit=2&sort=timestamp')).body.data.length, 1);
  await tell();
  t.equal((await afters()).length, 1, 'those that follow are still counted');
  await clock.advance(10 * MINUTE_MS);
  await tell();
  hasFields(t, await afters(), [
    { answers: 1, records: 1 },
    {
      answers: 2,
      records: 2,
      from: '2026-11-19T10:00:00.000Z',
      to: '2026-11-20T10:00:02.000Z',
      firstAt: '2026-11-20T10:00:01.000Z',
      lastAt: '2026-11-20T10:00:02.000Z',
    },
  ]);
  await tell();
  t.equal((await afters()).length, 2, 'once');
  await call('GET', '/v1/logs');
  t.equal((await afters()).length, 3, 'then a look is a first one again');
  hasFields(t, await verifyAudit(store.audit, []), [{ broken: null }]);
});

t.test('an actor’s looks are its own, and a long day of asking is few entries', async (t) => {
  const { call, makeKey, entries, clock, tell } = await school(t);
  const other = await makeKey();
  await call('GET', '/v1/logs', { key: other.key });
  for (let minute = 0; minute < 60; minute++) {
    t.equal((await call('GET', '/v1/logs')).status, 200);
    await clock.advance(MINUTE_MS);
    await tell();
  }
  const own = (await entries()).filter(({ actor }) => actor !== other.id);
  t.equal(own.length, 12, 'in each ten minutes the first, and the nine behind it');
  const total = own.reduce((sum, { changes }) => sum + Number(changes.after?.answers), 0);
  t.equal(total, 60, 'and none is missing');
});

t.test('what cannot be noted is not shown', async (t) => {
  let failing = false;
  const refuse = () => Promise.reject(new Error('the disk is full'));
  const server = await startRestServer(t, {
    store: (store) => ({
      ...store,
      recordViews: {
        ...store.recordViews,
        again: (view, windowMs) => (failing ? refuse() : store.recordViews.again(view, windowMs)),
      },
    }),
  });
  t.equal((await server.call('GET', '/v1/activity')).status, 200);
  failing = true;
  const answer = await server.call('GET', '/v1/activity?kind=search');
  t.equal(answer.status, 500);
  t.equal(answer.body.data, undefined);
});

t.test('a refused question is none, a repeated answer is a look', async (t) => {
  const { call, makeDevice, entries, afters, clock, tell } = await school(t);
  t.equal((await call('GET', '/v1/activity?user=ana@school.local&kind=nothing')).status, 400);
  const device = await makeDevice({ name: 'LIB-2' });
  const ask = () =>
    call('POST', '/v1/policies/explain', {
      body: { deviceId: device.id, url: 'a.example' },
      headers: { 'idempotency-key': 'one' },
    });
  t.equal((await ask()).status, 200);
  const [entry, ...more] = await entries();
  hasFields(t, entry, { action: 'verdict.explained', target: device.id, changes: { after: { answers: 1 } } });
  t.same(more, []);
  const other = await ask();
  t.equal(other.headers.get('idempotent-replayed'), 'true');
  await clock.advance(10 * MINUTE_MS);
  await tell();
  hasFields(t, (await afters())[1], { answers: 1, deviceId: device.id });
});

t.test('a command is a look only where it tells where somebody is', async (t) => {
  const { call, makeDevice, entries } = await school(t);
  const { id } = await makeDevice();
  const made = await call('POST', `/v1/devices/${id}/command`, { body: { type: 'locate' } });
  t.equal(made.status, 202);
  const before = (await entries()).length;
  t.equal((await call('GET', `/v1/commands/${made.body.id}`)).status, 200);
  t.equal((await call('GET', '/v1/commands')).status, 200);
  t.equal((await entries()).length, before, 'it has told nothing yet');
});

t.test('who is where is a look; what a key reads one by one is one look', async (t) => {
  const { call, makeDevice, entries, clock, tell } = await school(t);
  const devices = [await makeDevice({ name: 'LIB-3' }), await makeDevice({ name: 'LIB-4' })];
  const looks = async () => (await entries()).filter(({ action }) => action.endsWith('.viewed'));
  t.equal((await call('GET', '/v1/devices?user=ana@school.local')).status, 200);
  for (let round = 0; round < 3; round++)
    for (const { id } of devices) t.equal((await call('GET', `/v1/devices/${id}`)).status, 200);
  t.equal((await call('GET', '/v1/overrides')).status, 200);
  await clock.advance(10 * MINUTE_MS);
  await tell();
  hasFields(
    t,
    (await looks()).map(({ action, target, changes }) => ({ action, target, after: changes.after })),
    [
      {
        action: 'devices.viewed',
        target: 'ana@school.local',
        after: { user: ['ana@school.local'], answers: 1 },
      },
      { action: 'devices.viewed', target: null, after: { answers: 1 } },
      { action: 'overrides.viewed', target: null, after: { answers: 1 } },
      { action: 'devices.viewed', target: null, after: { answers: 5 } },
    ],
  );
});

t.test('who is looked up in the roster, or in whose lesson, is a look', async (t) => {
  const { call, entries, person } = await school(t);
  const made = await call('POST', '/v1/users', {
    body: { email: 'ana@school.local', name: 'Ana', role: 'student', ou: '/' },
  });
  t.equal(made.status, 201);
  const asked = [
    '/v1/users?email=ana@school.local',
    `/v1/users/${made.body.id}`,
    '/v1/classroom/sessions?teacher=tea@school.local',
  ];
  const owner = await person();
  for (const path of asked) t.equal((await owner.call('GET', path)).status, 200, path);
  const looks = async () =>
    (await entries())
      .filter(({ action }) => action.endsWith('.viewed'))
      .map(({ action, target }) => [action, target]);
  const told = [
    ['users.viewed', 'ana@school.local'],
    ['users.viewed', made.body.id],
    ['classroom_sessions.viewed', 'tea@school.local'],
  ];
  t.same(await looks(), told);
  for (const email of ['ana', 'ben', 'eva']) await call('GET', `/v1/users?email=${email}@school.local`);
  t.same(
    await looks(),
    [...told, ['users.viewed', null]],
    'a roster that is read person by person is one look',
  );
});

t.test('looks that follow within a second are written together, and none is missing', async (t) => {
  const clock = createFakeClock();
  let writes = 0;
  const { call, store } = await startRestServer(t, {
    clock,
    store: (made) => ({
      ...made,
      recordViews: {
        ...made.recordViews,
        again: (view, windowMs) => {
          writes += 1;
          return made.recordViews.again(view, windowMs);
        },
      },
    }),
  });
  for (let look = 0; look < 20; look++) t.equal((await call('GET', '/v1/devices')).status, 200);
  t.equal(writes, 1);
  await clock.advance(1_000);
  await until(() => writes === 2, { what: 'the nineteen to be written' });
  t.equal((await call('GET', '/v1/devices')).status, 200);
  await clock.advance(10 * MINUTE_MS);
  const told = async () => {
    await createRecordViewsJob({ store, clock }).run(new AbortController().signal);
    const answers: unknown[] = [];
    for await (const { changes } of auditEntries(store.audit, 1)) answers.push(changes.after?.answers);
    return answers;
  };
  t.same(await told(), [1, 20]);
});
