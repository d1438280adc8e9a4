import t, { type Test } from 'tap';
import { fileSettings } from '../../../../server/config/file-settings.ts';
import { loadConfig } from '../../../../server/config/load-config.ts';
import { createDeviceBundles } from '../../../../store/rules/device-bundles.ts';
import { createSettingsSource } from '../../../../store/rules/organisation-settings.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const PATH = '/v1/organization';

/** A server whose file says this, in the form of variables of the environment. */
async function school(t: Test, env: Readonly<Record<string, string>> = {}) {
  const file = fileSettings(loadConfig({ flags: {}, env, cwd: '/' }));
  const server = await startRestServer(t, { api: { fileSettings: file } });
  const owner = await signedIn(server, 'owner');
  const admin = await signedIn(server, 'admin');
  const settings = createSettingsSource(server.store, file);
  return { ...server, owner, admin, settings };
}

t.test('without any change, each value is the file’s or the default, and says so', async (t) => {
  const { admin } = await school(t, {
    SCHOOLGATE_RETENTION_LOGS_DAYS: '45',
    SCHOOLGATE_FILTERING_UPSTREAMS: '10.0.0.53',
  });
  const { status, body, headers } = await admin.call('GET', PATH);
  t.equal(status, 200);
  hasFields(t, body, {
    name: 'My school',
    timeZone: 'UTC',
    helpLine: null,
    schoolHours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '07:00', to: '17:00' }],
    holidays: [],
    retention: { logsDays: 45, activityDays: 30 },
    logLevel: 'info',
    resolvers: ['10.0.0.53'],
    plan: 'enterprise',
    sources: { name: 'default', resolvers: 'file', retention: { logsDays: 'file', activityDays: 'default' } },
    version: 1,
    updatedAt: null,
  });
  hasText(t, headers.get('etag') ?? '', '"1-');
});

t.test('what is set here wins over the file until null takes it back', async (t) => {
  const { admin, settings, store } = await school(t, { SCHOOLGATE_RETENTION_LOGS_DAYS: '45' });
  const told: string[] = [];
  store.bus.subscribe(({ kind }) => void told.push(kind));
  const set = await admin.call('PATCH', PATH, { retention: { logsDays: 120 }, logLevel: 'debug' });
  hasFields(t, set, {
    status: 200,
    body: {
      retention: { logsDays: 120, activityDays: 30 },
      logLevel: 'debug',
      sources: { logLevel: 'here', retention: { logsDays: 'here', activityDays: 'default' } },
      version: 2,
    },
  });
  t.ok(told.includes('settings'));
  t.strictSame((await admin.call('GET', PATH)).body, set.body);
  hasFields(t, (await settings.read()).values, { 'retention.logsDays': 120, logLevel: 'debug' });

  const back = await admin.call('PATCH', PATH, { retention: null, logLevel: null });
  hasFields(t, back.body, {
    retention: { logsDays: 45 },
    logLevel: 'info',
    sources: { logLevel: 'default', retention: { logsDays: 'file' } },
  });
});

t.test('name, zone, domain and help line are set where everything reads them, and come back', async (t) => {
  const { admin, store } = await school(t, { SCHOOLGATE_ORGANISATION_NAME: 'Of the file' });
  await store.organisations.update(1, { name: 'Of the file', timezone: 'Europe/Berlin', helpLine: '555' });
  const set = await admin.call('PATCH', PATH, {
    name: ' Springfield ',
    timeZone: 'Europe/Madrid',
    accountDomain: 'Springfield.Example',
    helpLine: '',
  });
  hasFields(t, set, {
    status: 200,
    body: {
      name: 'Springfield',
      timeZone: 'Europe/Madrid',
      accountDomain: 'springfield.example',
      helpLine: null,
      sources: { name: 'here', helpLine: 'here' },
    },
  });
  hasFields(t, await store.organisations.get(1), {
    name: 'Springfield',
    timezone: 'Europe/Madrid',
    accountDomain: 'springfield.example',
    helpLine: null,
  });
  const back = await admin.call('PATCH', PATH, {
    name: null,
    timeZone: null,
    accountDomain: null,
    helpLine: null,
  });
  hasFields(
    t,
    back.body,
    {
      name: 'Of the file',
      timeZone: 'Europe/Berlin',
      accountDomain: 'school.local',
      helpLine: '555',
      sources: { name: 'file', timeZone: 'default', helpLine: 'default' },
    },
    'where the file says nothing, to what stood there before',
  );
});

t.test('another time zone counts at once', async (t) => {
  const { admin, call, key } = await school(t);
  const during = async () => (await call('GET', '/v1/reports/weekly', { key })).body.timezone;
  t.equal(await during(), 'UTC');
  await admin.call('PATCH', PATH, { timeZone: 'Asia/Tokyo' });
  t.equal(await during(), 'Asia/Tokyo');
});

t.test('resolvers, hours and holidays are in the bundles of devices at once', async (t) => {
  const { admin, store, makeDevice } = await school(t);
  const device = await makeDevice();
  const bundles = createDeviceBundles({ store });
  const hash = async () => {
    const organisation = await store.organisations.get(1);
    if (organisation === null) throw new Error('no organisation');
    const { bundle } = await bundles.of(device, organisation);
    return { version: organisation.settingsVersion, hash: bundle?.hash };
  };
  const hashes = [await hash()];
  for (const change of [
    { resolvers: ['https://dns.school.example/dns-query'] },
    { schoolHours: [{ days: ['sat'], from: '09:00', to: '12:00' }] },
    { holidays: [{ from: '2026-12-24', to: '2026-12-26', name: 'Winter' }] },
    { schoolHours: [] },
  ]) {
    t.equal((await admin.call('PATCH', PATH, change)).status, 200);
    hashes.push(await hash());
  }
  t.equal(new Set(hashes.map((each) => each.hash)).size, hashes.length);
  t.equal(new Set(hashes.map(({ version }) => version)).size, hashes.length);
  await admin.call('PATCH', PATH, { schoolHours: null, resolvers: null, holidays: null });
  t.equal((await hash()).hash, hashes[0]?.hash);
});

t.test('a change that changes nothing writes nothing', async (t) => {
  const { admin, store } = await school(t);
  await admin.call('PATCH', PATH, { helpLine: '555' });
  const before = await store.organisations.get(1);
  hasFields(t, await admin.call('PATCH', PATH, { helpLine: '555' }), { status: 200, body: { version: 2 } });
  hasFields(t, await admin.call('PATCH', PATH, {}), { body: { version: 2 } });
  const audit = await admin.call('GET', '/v1/audit?action=organization.updated');
  t.equal(audit.body.total, 1);
  t.same(await store.organisations.get(1), before);
});

t.test('who read an older version is refused', async (t) => {
  const { admin } = await school(t);
  const etag = (await admin.call('GET', PATH)).headers.get('etag') ?? '';
  hasFields(t, await admin.call('PATCH', PATH, { helpLine: '1' }, { 'if-match': etag }), { status: 200 });
  hasFields(t, await admin.call('PATCH', PATH, { helpLine: '2' }, { 'if-match': etag }), {
    status: 412,
    body: { code: 'precondition_failed' },
  });
});

t.test('a value that the file would not take is refused where it stands, and nothing is set', async (t) => {
  const { owner } = await school(t);
  const cases: readonly [object, string][] = [
    [{ timeZone: 'Mars/Olympus' }, '#/timeZone'],
    [{ accountDomain: 'not a domain' }, '#/accountDomain'],
    [{ resolvers: ['http://dns.example'] }, '#/resolvers'],
    [{ resolvers: ['10.0.0.1', 'x', '10.0.0.2'] }, '#/resolvers'],
    [{ schoolHours: [{ days: ['mon'], from: '08:00', to: '08:00' }] }, '#/schoolHours'],
    [{ holidays: [{ from: '2026-12-24', to: '2026-12-23', name: 'Back' }] }, '#/holidays'],
    [{ holidays: [{ from: '0001-01-01', to: '9999-12-31', name: 'For ever' }] }, '#/holidays'],
    [{ holidays: [{ from: '2026-02-30', to: '2026-03-01', name: 'No date' }] }, '#/holidays/0/from'],
    [{ retention: { logsDays: 0 } }, '#/retention/logsDays'],
    [{ retention: { logsDays: 3_651 } }, '#/retention/logsDays'],
    [{ retention: { logDays: 3 } }, '#/retention/logDays'],
    [{ logLevel: 'loud' }, '#/logLevel'],
    [{ name: '  ' }, '#/name'],
    [{ name: 'x'.repeat(121) }, '#/name'],
    [{ nonsense: 1 }, '#/nonsense'],
    [{ sources: {} }, '#/sources'],
    [{ plan: null }, '#/plan'],
  ];
  for (const [body, pointer] of cases) {
    const answer = await owner.call('PATCH', PATH, body);
    hasFields(
      t,
      answer,
      { status: 400, body: { code: 'validation_failed' } },
      JSON.stringify(body).slice(0, 80),
    );
    const pointers = answer.body.errors.map((error: { pointer: string }) => error.pointer);
    t.ok(pointers.includes(pointer), `${pointer} in ${pointers}`);
  }
  t.equal((await owner.call('GET', PATH)).body.version, 1);
});

t.test('all wrong values are told of together', async (t) => {
  const { admin } = await school(t);
  const { body } = await admin.call('PATCH', PATH, { timeZone: 'X', resolvers: ['y'] });
  t.equal(body.errors.length, 2);
});

t.test('it is for administrators of the whole school, and for keys with its own scope', async (t) => {
  const { makeKey, call, ...server } = await school(t);
  for (const role of ['helpdesk', 'teacher', 'viewer'] as const) {
    const person = await signedIn({ makeKey, call, ...server }, role);
    for (const method of ['GET', 'PATCH'])
      hasFields(t, await person.call(method, PATH, method === 'GET' ? undefined : {}), {
        status: 403,
        body: { code: 'insufficient_scope' },
      });
  }
  const limited = await signedIn({ makeKey, call, ...server }, 'admin', { ou: '/High' });
  for (const method of ['GET', 'PATCH'])
    hasFields(t, await limited.call(method, PATH, method === 'GET' ? undefined : { helpLine: '1' }), {
      status: 403,
      body: { code: 'ou_not_permitted' },
    });
  const { key: other } = await makeKey({ scopes: ['devices:write'] });
  t.equal((await call('GET', PATH, { key: other })).status, 403);
  const { key } = await makeKey({ scopes: ['organization:manage'] });
  t.equal((await call('GET', PATH, { key })).status, 200);
  hasFields(t, await call('PATCH', PATH, { key, body: { helpLine: '555' } }), {
    status: 200,
    body: { helpLine: '555' },
  });
});

t.test('the audit tells what was before and after', async (t) => {
  const { admin } = await school(t);
  await admin.call('PATCH', PATH, { helpLine: '555', retention: { logsDays: 10 } });
  const { body } = await admin.call('GET', '/v1/audit?action=organization.updated');
  hasFields(t, body.data[0], {
    actor: admin.account.id,
    changes: {
      before: { helpLine: null, retention: { logsDays: 90 } },
      after: { helpLine: '555', retention: { logsDays: 10 } },
    },
  });
});
