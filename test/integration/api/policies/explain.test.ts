import t from 'tap';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { fc } from '../../../support/property.ts';
import { type Answer, type RestServer, startRestServer, strangeId } from '../rest-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A server at 2026-11-20 10:00 UTC, a Friday, with a clock to turn. */
async function school(t: Parameters<typeof startRestServer>[0]) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const explain = (body: object, key = server.key): Promise<Answer> =>
    server.call('POST', '/v1/policies/explain', { body, key });
  return { ...server, clock, explain };
}

async function policy({ call }: Pick<RestServer, 'call'>, body: object): Promise<Answer['body']> {
  const made = await call('POST', '/v1/policies', { body: { name: 'X', ...body } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}

async function student({ store, ids }: RestServer, email: string, ou: string): Promise<string> {
  const unit = await store.ous.ensurePath(1, ou, 1);
  const user = await store.users.create({
    id: ids.next('usr'),
    organisationId: 1,
    now: 1,
    email,
    name: email,
    role: 'student',
    ouId: unit.id,
    externalId: null,
    grade: null,
    status: 'active',
  });
  return user.id;
}

const iso = (clock: FakeClock, offsetMs = 0): string => new Date(clock.now() + offsetMs).toISOString();

t.test('the verdict names its rule and policy, what it was decided on, and all that lost', async (t) => {
  const server = await school(t);
  const { clock, explain, makeDevice } = server;
  const { id } = await makeDevice({ ou: '/High/Grade-9' });
  const games = await policy(server, {
    target: { ous: ['/High'] },
    rules: [{ effect: 'block', locked: true, match: { categories: ['games'] } }],
  });
  const allowing = await policy(server, {
    target: { devices: [id] },
    rules: [{ effect: 'allow', match: { domains: ['roblox.com'] } }],
  });
  const answer = await explain({ deviceId: id, url: 'https://www.Roblox.com/play?x=1' });
  t.equal(answer.status, 200);
  const { chain, ...verdict } = answer.body;
  t.strictSame(verdict, {
    action: 'block',
    reason: 'locked_block',
    ruleId: games.rules[0].id,
    policyId: games.id,
    policyVersion: games.version,
    input: {
      deviceId: id,
      user: null,
      ou: '/High/Grade-9',
      host: 'www.roblox.com',
      categories: ['games'],
      campus: 'unknown',
      at: iso(clock),
      app: null,
    },
  });
  t.strictSame(chain[0], {
    reason: 'locked_block',
    action: 'block',
    ruleId: games.rules[0].id,
    policyId: games.id,
    policyVersion: games.version,
    target: '/High',
    by: null,
    decided: true,
  });
  hasFields(t, chain[1], { reason: 'allow', policyId: allowing.id, target: id, decided: false });
  t.equal(chain.filter(({ decided }: { decided: boolean }) => decided).length, 1);
});

t.test('the shipped default policy blocks what is harmful and allows the rest', async (t) => {
  const { explain, makeDevice } = await school(t);
  const { id } = await makeDevice();
  hasFields(t, (await explain({ deviceId: id, url: 'malware.wicar.org' })).body, {
    action: 'block',
    reason: 'locked_block',
  });
  hasFields(t, (await explain({ deviceId: id, url: 'nordvpn.com' })).body, {
    action: 'block',
    reason: 'block',
  });
  hasFields(t, (await explain({ deviceId: id, url: 'wikipedia.org' })).body, {
    action: 'allow',
    reason: 'default',
  });
});

t.test(
  'a person counts by the roster, also on a device of another unit; a stranger by the device',
  async (t) => {
    const server = await school(t);
    const { explain, makeDevice, store, clock } = server;
    const { id } = await makeDevice({ ou: '/Low' });
    const ana = await student(server, 'Ana@x.example', '/High');
    await policy(server, {
      target: { ous: ['/High'] },
      rules: [{ effect: 'block', match: { domains: ['a.example'] } }],
    });
    const named = { action: 'block', input: { user: 'ana@x.example', ou: '/High', deviceId: null } };
    hasFields(t, (await explain({ user: ana, url: 'a.example' })).body, named);
    hasFields(t, (await explain({ user: 'ANA@x.example', url: 'a.example' })).body, named);
    const both = (await explain({ user: ana, deviceId: id, url: 'a.example' })).body;
    hasFields(t, both, { action: 'block', input: { user: 'ana@x.example', ou: '/High', deviceId: id } });
    const guest = (await explain({ user: 'Guest@y.example', deviceId: id, url: 'a.example' })).body;
    hasFields(t, guest, { action: 'allow', input: { user: 'guest@y.example', ou: '/Low' } });

    await store.devices.writeHeartbeats([
      {
        deviceId: id,
        lastSeenAt: clock.now(),
        user: 'ana@x.example',
        battery: null,
        campus: 'on-campus',
        campusId: null,
        osVersion: 'x',
        agentVersion: '1',
        protection: 'enforcing',
        protectionSince: null,
        policyVersion: 0,
        targetConfirmed: 0,
      },
    ]);
    hasFields(t, (await explain({ deviceId: id, url: 'a.example' })).body, {
      action: 'block',
      input: { user: 'ana@x.example', ou: '/High', campus: 'on-campus' },
    });
    hasFields(t, (await explain({ deviceId: id, url: 'a.example', campus: 'off-campus' })).body, {
      input: { campus: 'off-campus' },
    });
  },
);

t.test('a schedule and a campus count as the device would count them, at the moment asked for', async (t) => {
  const server = await school(t);
  const { explain, makeDevice, clock } = server;
  const { id } = await makeDevice();
  await policy(server, {
    target: { everyone: true },
    schedule: { timezone: 'UTC', windows: [{ days: ['sat'], from: '08:00', to: '09:00' }] },
    rules: [{ effect: 'block', campus: ['on-campus'], match: { domains: ['a.example'] } }],
  });
  const action = async (offsetMs: number, campus: string) =>
    (await explain({ deviceId: id, url: 'a.example', campus, at: iso(clock, offsetMs) })).body.action;
  t.equal(await action(0, 'on-campus'), 'allow');
  t.equal(await action(22.5 * HOUR_MS, 'on-campus'), 'block', 'Saturday 08:30');
  t.equal(await action(22.5 * HOUR_MS, 'off-campus'), 'allow');
  t.equal(await action(23 * HOUR_MS, 'on-campus'), 'allow', 'Saturday 09:00');
  const far = await explain({ deviceId: id, url: 'a.example', at: iso(clock, 400 * DAY_MS) });
  hasFields(t, far, { status: 400, body: { errors: [{ pointer: '#/at', code: 'too_far' }] } });
});

t.test('an override and a session in force speak, and no longer when they are over', async (t) => {
  const server = await school(t);
  const { call, explain, makeDevice, clock } = server;
  const { id } = await makeDevice({ ou: '/High' });
  await policy(server, {
    target: { ous: ['/High'] },
    rules: [{ effect: 'block', match: { domains: ['a.example'] } }],
  });
  const override = await call('POST', '/v1/overrides', {
    body: { scope: { type: 'device', id }, site: 'a.example', reason: 'Ticket 4711', ttlMinutes: 10 },
  });
  t.equal(override.status, 201);
  const asked = { deviceId: id, url: 'x.a.example' };
  const freed = (await explain(asked)).body;
  hasFields(t, freed, { action: 'allow', reason: 'override', policyId: null });
  hasFields(t, freed.chain[0], { by: override.body.id, decided: true });
  hasFields(t, (await explain({ ...asked, at: iso(clock, 10 * 60_000) })).body, {
    action: 'block',
    reason: 'block',
  });

  const session = await call('POST', '/v1/classroom/sessions', {
    body: {
      name: 'Maths',
      teacher: 'tea@x.example',
      durationMinutes: 30,
      deviceIds: [id],
      mode: 'focus',
      allowedUrls: ['geogebra.org'],
    },
  });
  t.equal(session.status, 201);
  const other = { deviceId: id, url: 'b.example' };
  const held = (await explain(other)).body;
  hasFields(t, held, { action: 'block', reason: 'classroom' });
  hasFields(t, held.chain[0], { by: session.body.id });
  hasFields(t, (await explain({ deviceId: id, url: 'geogebra.org' })).body, {
    action: 'allow',
    reason: 'classroom',
  });
  hasFields(t, (await explain({ ...other, at: iso(clock, 31 * 60_000) })).body, {
    action: 'allow',
    reason: 'default',
  });
});

t.test('who or what is asked about must exist for the caller, and must be asked about rightly', async (t) => {
  const server = await school(t);
  const { explain, makeDevice, makeKey, store } = server;
  const inside = await makeDevice({ ou: '/High' });
  const outside = await makeDevice({ ou: '/Low' });
  const ana = await student(server, 'ana@x.example', '/Low');
  const { key } = await makeKey({ ouPath: '/High', scopes: ['policies:read'] });
  const url = 'a.example';
  for (const [body, pointer] of [
    [{ deviceId: strangeId('dev'), url }, '#/deviceId'],
    [{ user: strangeId('usr'), url }, '#/user'],
    [{ user: 'nobody@x.example', url }, '#/user'],
    [{ user: strangeId('usr'), deviceId: inside.id, url }, '#/user'],
  ] as const)
    hasFields(t, await explain(body), {
      status: 422,
      body: { code: 'unprocessable', errors: [{ pointer }] },
    });
  for (const [body, pointer] of [
    [{ deviceId: outside.id, url }, '#/deviceId'],
    [{ user: ana, url }, '#/user'],
    [{ user: 'ana@x.example', deviceId: inside.id, url }, '#/user'],
  ] as const)
    hasFields(t, await explain(body, key), {
      status: 422,
      body: { code: 'unprocessable', errors: [{ pointer }] },
    });
  hasFields(t, await explain({ deviceId: inside.id, url }, key), {
    status: 200,
    body: { input: { ou: '/High' } },
  });
  for (const body of [
    { url },
    { deviceId: inside.id },
    { deviceId: 'x', url },
    { deviceId: inside.id, url: 'a b' },
  ])
    hasFields(
      t,
      await explain(body),
      { status: 400, body: { code: 'validation_failed' } },
      JSON.stringify(body),
    );
  hasFields(t, await explain({ deviceId: inside.id, url: 'ftp://a.example' }), {
    status: 400,
    body: { errors: [{ pointer: '#/url' }] },
  });
  t.equal(await store.policies.version(1), 1);
});

type Change = 'block' | 'allow' | 'off' | 'delete';

/** Changes the one policy beside the default, or makes it. @returns the version that stands then; null when none applies */
function changeable(server: Pick<RestServer, 'call'>) {
  const rule = (effect: string) => ({ effect, match: { domains: ['a.example'] } });
  let id: string | null = null;
  let count = 0;
  return async (change: Change): Promise<number | null> => {
    count += 1;
    const body = {
      name: `change ${count}`,
      target: { everyone: true },
      enabled: change !== 'off',
      rules: [rule(change === 'allow' ? 'allow' : 'block')],
    };
    if (change === 'delete') {
      if (id !== null) await server.call('DELETE', `/v1/policies/${id}`);
      id = null;
      return null;
    }
    const { status, body: changed } = await (id === null
      ? server.call('POST', '/v1/policies', { body })
      : server.call('PATCH', `/v1/policies/${id}`, { body }));
    if (status >= 300) throw new Error(JSON.stringify(changed));
    id = changed.id;
    return changed.enabled ? changed.version : null;
  };
}

t.test('a past moment is explained with the versions in force then, whatever was done since', async (t) => {
  const server = await school(t);
  const { clock, explain, makeDevice } = server;
  const { id } = await makeDevice();
  const perform = changeable(server);
  const times: { readonly at: number; readonly version: number | null }[] = [];
  const changes = fc.sample(
    fc.record({
      change: fc.constantFrom<Change>('block', 'allow', 'off', 'delete'),
      afterMs: fc.integer({ min: 1, max: 3 * DAY_MS }),
    }),
    { numRuns: 14, seed: 20_261_120 },
  );
  for (const { change, afterMs } of changes) {
    clock.jump(afterMs);
    const version = await perform(change);
    times.push({ at: clock.now(), version });
  }
  clock.jump(DAY_MS);
  t.ok(times.some(({ version }) => version === null));
  t.ok(new Set(times.map(({ version }) => version)).size > 5);
  const versionAt = async (moment: number): Promise<number | null> => {
    const { body } = await explain({ deviceId: id, url: 'a.example', at: new Date(moment).toISOString() });
    return body.reason === 'default' ? null : body.policyVersion;
  };
  for (const [index, { at, version }] of times.entries()) {
    const last = (times[index + 1]?.at ?? clock.now() + 1) - 1;
    t.equal(await versionAt(at), version, `change ${index}, its first millisecond`);
    t.equal(await versionAt(last), version, `change ${index}, its last millisecond`);
  }
  const { body } = await explain({ deviceId: id, url: 'a.example', at: '2001-01-01T00:00:00.000Z' });
  hasFields(t, body, { action: 'allow', reason: 'default', policyId: null }, 'before the first policy');
});

t.test(
  'rules for programs are explained for a program that is named, and for one that was not found',
  async (t) => {
    const server = await school(t);
    const { explain, makeDevice } = server;
    const { id } = await makeDevice({});
    const { id: policyId, rules } = await policy(server, {
      target: { everyone: true },
      settings: { unknownProgram: 'block' },
      rules: [{ effect: 'block', match: { apps: ['curl'] } }],
    });
    const asked = async (more: object) =>
      (await explain({ deviceId: id, url: 'https://news.example/', ...more })).body;
    const unknown = await asked({ app: '(unknown)' });
    hasFields(t, unknown, { action: 'block', reason: 'block', policyId, ruleId: rules[0].id });
    hasFields(t, unknown.input, { app: '(unknown)' });
    hasFields(t, unknown.chain[0], { decided: true, unknownProgram: true });
    const curl = await asked({ app: 'curl' });
    hasFields(t, curl, { action: 'block', ruleId: rules[0].id });
    t.notOk('unknownProgram' in curl.chain[0]);
    hasFields(t, await asked({}), { action: 'allow', reason: 'default', input: { app: null } });
  },
);
