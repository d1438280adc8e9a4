import t from 'tap';
import { KNOWN_SOURCES, knownSourceRequest } from '../../../../api/categories/known-sources.ts';
import { addSource } from '../../../../api/categories/manage-sources.ts';
import { MAX_POLICIES } from '../../../../api/policies/policies.ts';
import { systemClock } from '../../../../kit/clock.ts';
import type { UserRecord } from '../../../../store/ports/users.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { withPorts } from '../../../support/with-ports.ts';
import { type RestServer, startRestServer, strangeId } from '../rest-server.ts';

async function makeUser({ store, ids }: RestServer, email: string, ou: string): Promise<UserRecord> {
  const unit = await store.ous.ensurePath(1, ou, 1);
  return await store.users.create({
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
}

/** Names of the events of an organisation, in the order of their sequence, that a webhook would get. */
async function watchEvents({ call, store }: RestServer) {
  const { body } = await call('POST', '/v1/webhooks', {
    body: { url: 'https://sis.example/hooks', events: ['policy.*'] },
  });
  return async () => {
    const list = await call('GET', `/v1/webhooks/${body.id}/deliveries?sort=createdAt`);
    return await Promise.all(
      list.body.data.map(
        async ({ eventId }: { eventId: `evt_${string}` }) => await store.events.get(1, eventId),
      ),
    );
  };
}

t.test('a policy needs only a name; the rest has defaults, and it is for nobody', async (t) => {
  const { call } = await startRestServer(t);
  const made = await call('POST', '/v1/policies', { body: { name: ' Drafts ' } });
  t.equal(made.status, 201);
  const { id, createdAt, updatedAt, ...rest } = made.body;
  t.strictSame(rest, {
    name: 'Drafts',
    description: null,
    enabled: true,
    priority: 100,
    defaultAction: 'allow',
    target: { everyone: false, ous: [], users: [], devices: [] },
    schedule: null,
    rules: [],
    settings: {},
    version: 2,
  });
  t.equal(createdAt, updatedAt);
  t.equal(made.headers.get('location'), `/v1/policies/${id}`);
  const read = await call('GET', `/v1/policies/${id}`);
  t.strictSame(read.body, made.body);
  t.equal(read.headers.get('etag'), made.headers.get('etag'));
});

t.test('a policy is made, changed and deleted; events tell it and devices are woken each time', async (t) => {
  const server = await startRestServer(t);
  const { call, store, makeDevice } = server;
  const events = await watchEvents(server);
  const told: string[] = [];
  store.bus.subscribe(({ kind }) => void told.push(kind));
  const ana = await makeUser(server, 'Ana@x.example', '/High');
  const device = await makeDevice({ ou: '/High' });
  const high = await store.ous.byPath(1, '/High');
  told.length = 0;
  const made = await call('POST', '/v1/policies', {
    body: {
      name: 'School day',
      target: { ous: ['/High', high?.id], users: [ana.id, 'ana@X.example'], devices: [device.id] },
      schedule: { windows: [{ days: ['mon'], from: '22:00', to: '06:00' }] },
      rules: [{ effect: 'block', match: { categories: ['games'], domains: ['Play.Example'] } }],
    },
  });
  hasFields(t, made, {
    status: 201,
    body: {
      version: 2,
      target: { everyone: false, ous: ['/High'], users: ['Ana@x.example'], devices: [device.id] },
      schedule: {
        timezone: 'UTC',
        windows: [{ days: ['mon'], from: '22:00', to: '06:00' }],
        exceptDates: [],
      },
      rules: [
        {
          id: /^rul_/,
          effect: 'block',
          locked: false,
          reason: null,
          campus: [],
          match: { domains: ['Play.Example'], categories: ['games'], urls: [], apps: [] },
        },
      ],
    },
  });
  const path = `/v1/policies/${made.body.id}`;
  const etag = made.headers.get('etag') ?? '';
  const changed = await call('PATCH', path, {
    headers: { 'if-match': etag, 'content-type': 'application/merge-patch+json' },
    body: {
      priority: 200,
      target: { devices: [] },
      schedule: { timezone: 'Europe/Madrid' },
      rules: [
        { effect: 'allow', match: { urls: ['wiki.example/a'] } },
        { ...made.body.rules[0], locked: true },
      ],
    },
  });
  t.equal(changed.status, 200);
  t.strictSame(changed.body.target, {
    everyone: false,
    ous: ['/High'],
    users: ['Ana@x.example'],
    devices: [],
  });
  hasFields(t, changed.body, {
    priority: 200,
    version: 3,
    name: 'School day',
    schedule: { timezone: 'Europe/Madrid', windows: [{ from: '22:00' }] },
  });
  t.equal(changed.body.rules[1].id, made.body.rules[0].id, 'a rule that is sent back keeps its id');
  t.not(changed.body.rules[0].id, made.body.rules[0].id);
  t.strictSame(changed.body.rules[1], { ...made.body.rules[0], locked: true });

  const stale = await call('PATCH', path, { headers: { 'if-match': etag }, body: { priority: 1 } });
  hasFields(t, stale, { status: 412, body: { code: 'precondition_failed' } });
  const same = await call('PATCH', path, { body: { priority: 200, rules: changed.body.rules } });
  t.strictSame(same.body, changed.body, 'what changes nothing takes no number');
  hasFields(t, (await call('PATCH', path, { body: { schedule: null } })).body, {
    schedule: null,
    version: 4,
  });

  t.equal((await call('DELETE', path, { headers: { 'if-match': etag } })).status, 412);
  t.equal((await call('DELETE', path)).status, 204);
  t.equal((await call('GET', path)).status, 404);
  t.equal((await call('DELETE', path)).status, 404);
  t.equal(told.filter((kind) => kind === 'all_devices').length, 4);
  t.equal(await store.policies.version(1), 5);

  const fired = (await events()) as { event: string; data: { policy: { id: string; version: number } } }[];
  t.strictSame(
    fired
      .map(({ event, data }) => [event, data.policy.id, data.policy.version])
      .sort((a, b) => Number(a[2]) - Number(b[2])),
    [
      ['policy.created', made.body.id, 2],
      ['policy.updated', made.body.id, 3],
      ['policy.updated', made.body.id, 4],
      ['policy.deleted', made.body.id, 5],
    ],
  );
  t.strictSame(fired.find(({ event }) => event === 'policy.created')?.data.policy, made.body);
});

t.test(
  'every change is in the audit with its before and after, and a change of nothing is not',
  async (t) => {
    const { call, store } = await startRestServer(t);
    const { body } = await call('POST', '/v1/policies', { body: { name: 'A' } });
    const path = `/v1/policies/${body.id}`;
    await call('PATCH', path, { body: { name: 'B' } });
    await call('PATCH', path, { body: { name: 'B' } });
    await call('DELETE', path);
    const { rows } = await store.audit.list({
      organisationId: 1,
      filter: {},
      sort: [],
      limit: 50,
      from: { kind: 'page', page: 1 },
    });
    const entries = rows.filter(({ target }) => target === body.id);
    hasFields(t, entries.map(({ action }) => action).sort(), [
      'policy.created',
      'policy.deleted',
      'policy.updated',
    ]);
    t.equal(entries.length, 3);
  },
);

t.test('the built-in policy can be changed, not deleted', async (t) => {
  const { call } = await startRestServer(t);
  const { body } = await call('GET', '/v1/policies');
  hasFields(t, body, { total: 1, data: [{ name: 'Default', target: { everyone: true }, version: 1 }] });
  const path = `/v1/policies/${body.data[0].id}`;
  hasFields(t, await call('DELETE', path), { status: 409, body: { code: 'policy_in_use' } });
  hasFields(t, await call('PATCH', path, { body: { defaultAction: 'block' } }), {
    status: 200,
    body: { defaultAction: 'block', version: 2 },
  });
});

t.test(
  'what a target or rule names and is not there is 422 with its place, and nothing is stored',
  async (t) => {
    const { call, store } = await startRestServer(t);
    const made = await call('POST', '/v1/policies', {
      body: {
        name: 'X',
        target: {
          ous: ['/', '/Nowhere', strangeId('ou')],
          users: ['nobody@x.example', strangeId('usr')],
          devices: [strangeId('dev')],
        },
      },
    });
    hasFields(t, made, { status: 422, body: { code: 'unprocessable' } });
    t.strictSame(
      made.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ['#/target/ous/1', 'unknown_ou'],
        ['#/target/ous/2', 'unknown_ou'],
        ['#/target/users/0', 'unknown_user'],
        ['#/target/users/1', 'unknown_user'],
        ['#/target/devices/0', 'unknown_device'],
      ],
    );
    const rule = { effect: 'block', match: { domains: ['a.example'] } };
    const foreign = await call('POST', '/v1/policies', {
      body: { name: 'X', rules: [rule, { ...rule, id: strangeId('rul') }] },
    });
    hasFields(t, foreign, {
      status: 422,
      body: { errors: [{ pointer: '#/rules/1/id', code: 'unknown_rule' }] },
    });
    const good = await call('POST', '/v1/policies', { body: { name: 'X', rules: [rule] } });
    const twice = await call('PATCH', `/v1/policies/${good.body.id}`, {
      body: { rules: [good.body.rules[0], good.body.rules[0]] },
    });
    hasFields(t, twice, { status: 422, body: { errors: [{ pointer: '#/rules/1/id', code: 'duplicate' }] } });
    t.equal(await store.policies.version(1), 2);
  },
);

t.test('malformed rules and schedules are 400, each with its place', async (t) => {
  const { call, store } = await startRestServer(t);
  const refused = async (body: object, pointer: string, code?: string): Promise<void> => {
    const answer = await call('POST', '/v1/policies', { body: { name: 'X', ...body } });
    t.equal(answer.status, 400, pointer);
    t.equal(answer.body.code, 'validation_failed', pointer);
    const errors: { pointer: string; code: string }[] = answer.body.errors;
    const found = errors.find((error) => error.pointer === pointer);
    t.ok(found, `${pointer} in ${JSON.stringify(errors)}`);
    if (code !== undefined) t.equal(found?.code, code);
  };
  const rules = (match: object, more = {}) => ({ rules: [{ effect: 'block', match, ...more }] });
  await refused(rules({ categories: ['games', 'fun'] }), '#/rules/0/match/categories/1', 'unknown_category');
  await refused(rules({ domains: ['https://a.example/'] }), '#/rules/0/match/domains/0', 'invalid_host');
  await refused(rules({ domains: ['co.uk'] }), '#/rules/0/match/domains/0', 'public_suffix');
  await refused({ schedule: { timezone: 'Mars/Olympus' } }, '#/schedule/timezone', 'invalid_time_zone');
  await refused(rules({}, { campus: ['on-campus', 'moon'] }), '#/rules/0/campus/1');
  await refused(
    { schedule: { windows: [{ days: ['mon'], from: '8:00', to: '9:00' }] } },
    '#/schedule/windows/0/from',
  );
  await refused({ priority: 1_001 }, '#/priority');
  await refused({ target: { everyone: 'yes' } }, '#/target/everyone');
  await refused({ name: ' ' }, '#/name');
  hasFields(t, await call('POST', '/v1/policies', { body: { name: 'X', version: 7 } }), { status: 400 });
  t.equal(await store.policies.version(1), 1);
});

t.test('a target keeps what is gone when it is sent back as it was', async (t) => {
  const server = await startRestServer(t);
  const { call, makeDevice } = server;
  const device = await makeDevice();
  const { body } = await call('POST', '/v1/policies', {
    body: { name: 'X', target: { devices: [device.id] } },
  });
  t.equal((await call('DELETE', `/v1/devices/${device.id}`)).status, 204);
  const again = await call('PATCH', `/v1/policies/${body.id}`, { body: { name: 'Y', target: body.target } });
  hasFields(t, again, { status: 200, body: { name: 'Y', target: { devices: [device.id] } } });
});

t.test('a policy follows the new path of its unit and the new address of its user', async (t) => {
  const server = await startRestServer(t);
  const { call, store } = server;
  const ana = await makeUser(server, 'ana@x.example', '/High');
  const { body } = await call('POST', '/v1/policies', { body: { name: 'X', target: { users: [ana.id] } } });
  await store.users.update(1, ana.id, { email: 'ana.ruiz@x.example' }, 2);
  hasFields(t, (await call('GET', `/v1/policies/${body.id}`)).body, {
    target: { users: ['ana.ruiz@x.example'] },
    version: 2,
  });
});

t.test('the list filters and sorts', async (t) => {
  const { call, store } = await startRestServer(t);
  await store.ous.ensurePath(1, '/High/Grade-9', 1);
  for (const body of [
    { name: 'b', priority: 1, target: { ous: ['/High/Grade-9'] } },
    { name: 'C', priority: 3, enabled: false, description: 'Exam week' },
    { name: 'a', priority: 2, target: { ous: ['/High'] } },
  ])
    t.equal((await call('POST', '/v1/policies', { body })).status, 201);
  const names = async (query: string) =>
    (await call('GET', `/v1/policies${query}`)).body.data.map(({ name }: { name: string }) => name);
  t.strictSame(await names(''), ['a', 'b', 'C', 'Default']);
  t.strictSame(await names('?sort=-priority'), ['C', 'a', 'b', 'Default']);
  t.strictSame(await names('?sort=-version&limit=2'), ['a', 'C']);
  t.strictSame(await names('?sort=updatedAt&limit=1'), ['Default']);
  t.strictSame(await names('?enabled=false'), ['C']);
  t.strictSame(await names('?q=EXAM'), ['C']);
  t.strictSame(await names('?ou=/High'), ['a', 'b']);
  t.strictSame(await names(`?ou=${(await store.ous.byPath(1, '/High/Grade-9'))?.id}`), ['b']);
  t.strictSame(await names(`?ou=${strangeId('ou')}`), []);
  const first = await call('GET', '/v1/policies?limit=3');
  t.strictSame(await names(`?limit=3&cursor=${first.body.nextCursor}`), ['Default']);
});

t.test('a key that is limited to a unit sees and writes only policies of its own people', async (t) => {
  const server = await startRestServer(t);
  const { call, makeKey, makeDevice } = server;
  const inside = await makeDevice({ ou: '/High/Grade-9' });
  const outside = await makeDevice({ ou: '/Low' });
  const ana = await makeUser(server, 'ana@x.example', '/High');
  const bob = await makeUser(server, 'bob@x.example', '/Low');
  const { key } = await makeKey({ ouPath: '/High' });
  const post = (target: object) => call('POST', '/v1/policies', { key, body: { name: 'X', target } });

  for (const target of [{ everyone: true }, {}, { ous: ['/'] }, { ous: ['/Low'] }, { ous: ['/No', '/High'] }])
    hasFields(
      t,
      await post(target),
      { status: 403, body: { code: 'ou_not_permitted' } },
      JSON.stringify(target),
    );
  for (const target of [{ users: [bob.id] }, { users: ['bob@x.example'] }, { devices: [outside.id] }])
    hasFields(
      t,
      await post(target),
      { status: 422, body: { code: 'unprocessable' } },
      JSON.stringify(target),
    );
  const own = await post({ ous: ['/High'], users: [ana.id], devices: [inside.id] });
  t.equal(own.status, 201);
  const mixed = await call('POST', '/v1/policies', {
    body: { name: 'M', target: { ous: ['/High', '/Low'] } },
  });
  const everyones = (await call('GET', '/v1/policies?q=default')).body.data[0];

  t.strictSame((await call('GET', '/v1/policies', { key })).body.data, [own.body]);
  for (const id of [mixed.body.id, everyones.id]) {
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      hasFields(
        t,
        await call(method, `/v1/policies/${id}`, { key, ...(body === undefined ? {} : { body }) }),
        {
          status: 404,
          body: { code: 'not_found' },
        },
      );
  }
  const path = `/v1/policies/${own.body.id}`;
  hasFields(t, await call('PATCH', path, { key, body: { target: { everyone: true } } }), { status: 403 });
  hasFields(t, await call('PATCH', path, { key, body: { target: { ous: [], users: [], devices: [] } } }), {
    status: 403,
  });
  hasFields(t, await call('PATCH', path, { key, body: { enabled: false } }), {
    status: 200,
    body: { enabled: false },
  });
  t.equal((await call('DELETE', path, { key })).status, 204);
});

t.test('an organisation has no more than its limit of policies', async (t) => {
  const { call, store } = await startRestServer(t, {
    store: (store) => ({
      ...store,
      transaction: (work) =>
        store.transaction((tx) =>
          work(
            withPorts(tx, {
              policies: {
                ...tx.policies,
                list: async (query) => ({ ...(await tx.policies.list(query)), total: MAX_POLICIES }),
              },
            }),
          ),
        ),
    }),
  });
  hasFields(t, await call('POST', '/v1/policies', { body: { name: 'One more' } }), { status: 422 });
  t.equal(await store.policies.version(1), 1);
});

t.test('the catalogue of public lists says which of them the school has', async (t) => {
  const { call, store } = await startRestServer(t);
  const [first, second] = KNOWN_SOURCES;
  if (first === undefined || second === undefined) throw new Error('the catalogue is empty');
  await addSource({ store, clock: systemClock }, knownSourceRequest(1, second));
  const { status, body } = await call('GET', '/v1/categories/catalogue?limit=2');
  t.equal(status, 200);
  t.equal(body.total, KNOWN_SOURCES.length);
  t.same(body.data, [
    { ...first, added: false },
    { ...second, added: true },
  ]);
});

t.test(
  'the categories are listed with how many names each holds, in the envelope of every list',
  async (t) => {
    const { call } = await startRestServer(t);
    const { status, body } = await call('GET', '/v1/categories?limit=200');
    t.equal(status, 200);
    t.ok(body.total >= 25);
    t.equal(body.data.length, body.total);
    hasFields(
      t,
      body.data.find(({ id }: { id: string }) => id === 'games'),
      { id: 'games', name: 'Games' },
    );
    for (const { domainCount, id } of body.data) t.ok(domainCount > 0, id);
    const most = (await call('GET', '/v1/categories?sort=-domainCount&limit=1')).body.data[0];
    t.equal(
      most.domainCount,
      Math.max(...body.data.map(({ domainCount }: { domainCount: number }) => domainCount)),
    );
  },
);
