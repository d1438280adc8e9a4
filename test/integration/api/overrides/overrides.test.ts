import t, { type Test } from 'tap';
import { createDueChanges } from '../../../../api/classroom/due-changes.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { type RestServer, startRestServer, strangeId } from '../rest-server.ts';

const MINUTE = 60_000;
const OVERRIDES = '/v1/overrides';

async function school(t: Test) {
  const clock = createFakeClock();
  const rest = await startRestServer(t, { clock });
  const moments = createDueChanges({ store: rest.store, clock, log: silentLog });
  await moments.start();
  t.teardown(() => moments.stop());
  const high = await rest.store.ous.ensurePath(1, '/High', clock.now());
  await rest.store.ous.ensurePath(1, '/Low', clock.now());
  const device = await rest.makeDevice({ ou: '/High' });
  const ana = await rest.call('POST', '/v1/users', {
    body: { email: 'ana@x.example', name: 'Ana', role: 'student', ou: '/High' },
  });
  const create = (body: object, key?: string) =>
    rest.call('POST', OVERRIDES, {
      body: { site: 'wiki.example', ttlMinutes: 5, ...body },
      ...(key === undefined ? {} : { key }),
    });
  return { clock, rest, high, device, ana: ana.body, create };
}

async function listen(rest: RestServer): Promise<() => Promise<readonly string[]>> {
  const { body } = await rest.call('POST', '/v1/webhooks', {
    body: { url: 'https://sis.example/hooks', events: ['override.*'] },
  });
  return async () => {
    const { rows } = await rest.store.deliveries.list({
      organisationId: 1,
      filter: { webhookId: body.id },
      sort: [{ field: 'createdAt', descending: false }],
      limit: 50,
      from: { kind: 'page', page: 1 },
    });
    return rows.map(({ eventType }) => eventType);
  };
}

t.test('an override is created for each kind of scope, with its site normalised, and is shown', async (t) => {
  const { rest, create, device, ana, high, clock } = await school(t);
  const session = await rest.call('POST', '/v1/classroom/sessions', {
    body: { name: 'Maths', teacher: 'tea@x.example', durationMinutes: 5, ou: '/High' },
  });
  const scopes: readonly (readonly [string, string, string])[] = [
    ['student', ana.id, ana.id],
    ['student', 'ANA@x.example', ana.id],
    ['device', device.id, device.id],
    ['ou', high.id, high.id],
    ['ou', '/High', high.id],
    ['session', session.body.id, session.body.id],
  ];
  for (const [type, given, id] of scopes) {
    const made = await create({
      scope: { type, id: given },
      site: 'https://WIKI.Example./a?b',
      reason: 'Ticket 4711',
    });
    t.equal(made.status, 201, `${type} ${given}`);
    t.equal(made.headers.get('location'), `${OVERRIDES}/${made.body.id}`);
    hasFields(t, made.body, {
      scope: { type, id },
      site: 'wiki.example',
      reason: 'Ticket 4711',
      endedAt: null,
      createdBy: /^key_/,
      expiresAt: new Date(clock.now() + 5 * MINUTE).toISOString(),
    });
    t.same((await rest.call('GET', `${OVERRIDES}/${made.body.id}`)).body, made.body);
  }
  t.equal((await rest.call('GET', OVERRIDES)).body.total, scopes.length);
  t.equal((await rest.call('GET', `${OVERRIDES}?scopeType=ou`)).body.total, 2);
  t.equal((await rest.call('GET', `${OVERRIDES}?scopeId=${device.id}&site=WIKI.example`)).body.total, 1);
});

t.test('what it names must exist and fit', async (t) => {
  const { create, rest, device } = await school(t);
  const refused = async (body: object) => {
    const answer = await create(body);
    return [answer.status, answer.body.code, answer.body.errors?.[0].pointer];
  };
  const scope = { type: 'device', id: device.id };
  t.same(await refused({ scope: { type: 'device', id: strangeId('dev') } }), [
    422,
    'unprocessable',
    '#/scope/id',
  ]);
  t.same(await refused({ scope: { type: 'student', id: 'no@x.example' } }), [
    422,
    'unprocessable',
    '#/scope/id',
  ]);
  t.same(await refused({ scope: { type: 'session', id: strangeId('cls') } }), [
    422,
    'unprocessable',
    '#/scope/id',
  ]);
  t.same(await refused({ scope: { type: 'ou', id: '/Nowhere' } }), [422, 'unprocessable', '#/scope/id']);
  t.same(await refused({ scope, site: 'no site' }), [400, 'validation_failed', '#/site']);
  t.same((await refused({ scope, ttlMinutes: 10_081 })).slice(0, 2), [400, 'validation_failed']);
  t.same((await refused({ scope: { type: 'planet', id: 'x' } })).slice(0, 2), [400, 'validation_failed']);
  t.equal((await rest.call('GET', OVERRIDES)).body.total, 0);
});

t.test('it expires by itself at its moment, and is told once', async (t) => {
  const { create, rest, clock, device } = await school(t);
  const events = await listen(rest);
  const { body } = await create({ scope: { type: 'device', id: device.id } });
  await clock.advance(5 * MINUTE - 1);
  t.equal((await rest.call('GET', `${OVERRIDES}/${body.id}`)).body.endedAt, null);
  await clock.advance(1);
  t.equal((await rest.call('GET', `${OVERRIDES}/${body.id}`)).body.endedAt, body.expiresAt);
  t.same(await events(), ['override.created', 'override.ended']);
  t.equal((await rest.call('DELETE', `${OVERRIDES}/${body.id}`)).status, 404, 'there is nothing left to end');
  t.equal((await rest.call('GET', `${OVERRIDES}?status=expired`)).body.total, 1);
});

t.test('ended before its time it is read as ended, told once, and the device has a new target', async (t) => {
  const { create, rest, device } = await school(t);
  const events = await listen(rest);
  const { body } = await create({ scope: { type: 'device', id: device.id } });
  const before = (await rest.store.devices.find(device.id))?.targetVersion ?? 0;
  t.equal((await rest.call('DELETE', `${OVERRIDES}/${body.id}`)).status, 204);
  t.equal((await rest.store.devices.find(device.id))?.targetVersion, before + 1);
  const ended = await rest.call('GET', `${OVERRIDES}/${body.id}`);
  hasFields(t, ended, { status: 200, body: { id: body.id, endedAt: /Z$/ } });
  t.ok(ended.body.endedAt < body.expiresAt);
  t.equal((await rest.call('DELETE', `${OVERRIDES}/${body.id}`)).status, 404);
  const late = await rest.call('DELETE', `${OVERRIDES}/${body.id}`, { headers: { 'if-match': '"1"' } });
  t.equal(late.status, 404, 'whatever was read before');
  t.equal((await rest.call('GET', OVERRIDES)).body.total, 0);
  t.equal((await rest.call('GET', `${OVERRIDES}?status=active&status=expired`)).body.total, 0);
  t.same((await rest.call('GET', `${OVERRIDES}?status=ended`)).body.data, [ended.body]);
  t.equal(
    (await rest.call('GET', `${OVERRIDES}?status=ended&to=${body.createdAt}`)).body.total,
    0,
    'half-open',
  );
  t.equal((await rest.call('GET', `${OVERRIDES}?status=ended&from=${body.createdAt}`)).body.total, 1);
  t.same(await events(), ['override.created', 'override.ended']);
});

t.test('an override for a session ends with the session', async (t) => {
  const { create, rest } = await school(t);
  const session = await rest.call('POST', '/v1/classroom/sessions', {
    body: { name: 'Maths', teacher: 'tea@x.example', durationMinutes: 5, ou: '/High' },
  });
  const { body } = await create({ scope: { type: 'session', id: session.body.id }, ttlMinutes: 60 });
  const ended = await rest.call('POST', `/v1/classroom/sessions/${session.body.id}/end`);
  t.equal((await rest.call('GET', `${OVERRIDES}/${body.id}`)).body.endedAt, ended.body.endedAt);
  const late = await create({ scope: { type: 'session', id: session.body.id } });
  t.equal(late.status, 422);
});

t.test(
  'one that a locked block beats everywhere in its scope is refused; one that can do something is not',
  async (t) => {
    const { create, rest, device, ana } = await school(t);
    const policy = (rule: object, more: object = {}) =>
      rest.call('POST', '/v1/policies', {
        body: {
          name: 'Locked',
          target: { ous: ['/High'] },
          rules: [{ effect: 'block', locked: true, match: { domains: ['wiki.example'] }, ...rule }],
          ...more,
        },
      });
    const inHigh = [
      { type: 'ou', id: '/High' },
      { type: 'student', id: ana.id },
      { type: 'device', id: device.id },
    ];
    const onCampus = await policy({ campus: ['on-campus'] });
    t.equal(onCampus.status, 201);
    for (const scope of inHigh)
      t.equal((await create({ scope })).status, 201, 'off campus it opens the site');
    t.equal((await policy({})).status, 201);
    for (const scope of inHigh) {
      const { status, body } = await create({ scope });
      t.same([status, body.code], [422, 'locked_by_policy'], scope.type);
    }
    t.equal((await create({ scope: { type: 'ou', id: '/' } })).status, 201, 'elsewhere it opens the site');
    t.equal((await create({ scope: { type: 'ou', id: '/High' }, site: 'other.test' })).status, 201);
  },
);

t.test('a key that is limited to a unit makes and sees only what lies within', async (t) => {
  const { create, rest, device, ana } = await school(t);
  const { key } = await rest.makeKey({ ouPath: '/Low' });
  t.equal((await create({ scope: { type: 'device', id: device.id } }, key)).status, 422);
  t.equal((await create({ scope: { type: 'student', id: ana.id } }, key)).status, 422);
  t.equal((await create({ scope: { type: 'ou', id: '/High' } }, key)).status, 403);
  const low = await create({ scope: { type: 'ou', id: '/Low' } }, key);
  t.equal(low.status, 201);
  const high = await create({ scope: { type: 'device', id: device.id } });
  t.equal((await rest.call('GET', `${OVERRIDES}/${high.body.id}`, { key })).status, 404);
  t.equal((await rest.call('DELETE', `${OVERRIDES}/${high.body.id}`, { key })).status, 404);
  const { data } = (await rest.call('GET', OVERRIDES, { key })).body;
  t.same(
    data.map(({ id }: { id: string }) => id),
    [low.body.id],
  );
});
