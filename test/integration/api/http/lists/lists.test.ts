import t from 'tap';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { signedIn } from '../../people.ts';
import { startRestServer } from '../../rest-server.ts';

t.test('pages: the envelope, the true total, and nothing past the end', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  for (const name of ['C', 'a', 'B']) await makeDevice({ name });
  const first = await call('GET', '/v1/devices?limit=2&sort=name');
  hasFields(t, first.body, {
    total: 3,
    page: 1,
    limit: 2,
    hasMore: true,
    data: [{ name: 'a' }, { name: 'B' }],
  });
  t.type(first.body.nextCursor, 'string');
  t.match(first.headers.get('link'), /rel="next"/);
  const second = await call('GET', '/v1/devices?limit=2&sort=name&page=2');
  hasFields(t, second.body, { total: 3, page: 2, hasMore: false, nextCursor: null, data: [{ name: 'C' }] });
  t.match(second.headers.get('link'), /rel="prev"/);
  hasFields(t, (await call('GET', '/v1/devices?page=9999')).body, {
    total: 3,
    page: 9_999,
    hasMore: false,
    nextCursor: null,
  });
  t.strictSame((await call('GET', '/v1/devices?page=9999')).body.data, []);
  hasFields(t, (await call('GET', '/v1/devices')).body, { page: 1, limit: 50 });
});

t.test(
  'following cursors, or Link next, visits every row once, also when rows are added meanwhile',
  async (t) => {
    const { call, makeDevice } = await startRestServer(t);
    for (let made = 0; made < 7; made++) await makeDevice({ name: `M-${made}` });
    const seen: string[] = [];
    let address: string | null = '/v1/devices?limit=2&sort=name';
    let page = 0;
    while (address !== null) {
      const answer: Awaited<ReturnType<typeof call>> = await call('GET', address);
      page += 1;
      t.equal(answer.body.page, page);
      seen.push(...answer.body.data.map(({ name }: { name: string }) => name));
      if (page === 1) await makeDevice({ name: 'A-before-the-cursor' });
      address = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
    }
    t.strictSame(seen, ['M-0', 'M-1', 'M-2', 'M-3', 'M-4', 'M-5', 'M-6']);
  },
);

t.test('a cursor with other filters, another order, or of another list is 400 invalid_cursor', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  for (let made = 0; made < 3; made++) await makeDevice();
  const { body } = await call('GET', '/v1/devices?limit=1&sort=name');
  const cursor = encodeURIComponent(body.nextCursor);
  t.equal(
    (await call('GET', `/v1/devices?limit=2&sort=name&cursor=${cursor}`)).status,
    200,
    'another limit is allowed',
  );
  for (const address of [
    `/v1/devices?sort=-name&cursor=${cursor}`,
    `/v1/devices?sort=name&status=online&cursor=${cursor}`,
    `/v1/commands?cursor=${cursor}`,
    '/v1/devices?sort=name&cursor=nonsense',
  ]) {
    hasFields(t, await call('GET', address), { status: 400, body: { code: 'invalid_cursor' } }, address);
  }
  hasFields(
    t,
    await call('GET', `/v1/devices?sort=name&page=2&cursor=${cursor}`),
    { status: 400 },
    'page and cursor',
  );
});

t.test('filters: one value, several by repeating, with subtree, by text and bound', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  await makeDevice({ name: 'LIB-1', ou: '/Springfield/High' });
  await makeDevice({ name: 'LIB-2', ou: '/Springfield/High/Grade-9' });
  await makeDevice({ name: 'LAB-1', ou: '/Springfield/Highlands' });
  const names = async (query: string): Promise<string[]> =>
    (await call('GET', `/v1/devices?sort=name&${query}`)).body.data.map(({ name }: { name: string }) => name);
  t.strictSame(
    await names('ou=/Springfield/High'),
    ['LIB-1', 'LIB-2'],
    'the subtree, not what only begins alike',
  );
  t.strictSame(await names('ou=/Springfield/Highlands&ou=/Springfield/High/Grade-9'), ['LAB-1', 'LIB-2']);
  t.strictSame(await names('q=lib'), ['LIB-1', 'LIB-2']);
  t.strictSame(await names('status=offline'), ['LAB-1', 'LIB-1', 'LIB-2']);
  t.strictSame(await names('status=online'), []);
  t.strictSame(await names('status=online&status=offline'), ['LAB-1', 'LIB-1', 'LIB-2']);
  t.strictSame(await names('minBattery=1'), [], 'no battery is no number');
  for (const wrong of [
    'status=asleep',
    'status=online,offline',
    'minBattery=x',
    'minBattery=101',
    'platform=beos',
    'sort=password',
    'sort=name,name',
    'sort=',
    'page=0',
    'limit=0',
    'page=1.5',
    'page=10001',
  ])
    hasFields(
      t,
      await call('GET', `/v1/devices?${wrong}`),
      { status: 400, body: { code: 'validation_failed' } },
      wrong,
    );
});

t.test('a key of one organisational unit sees and touches only what is in it', async (t) => {
  const { call, makeDevice, makeKey } = await startRestServer(t);
  const inside = await makeDevice({ ou: '/Springfield/High/Grade-9' });
  const outside = await makeDevice({ ou: '/Springfield/Low' });
  const lock = await call('POST', `/v1/devices/${outside.id}/lock`);
  t.equal(lock.status, 202);
  const { key } = await makeKey({ ouPath: '/Springfield/High' });
  const list = await call('GET', '/v1/devices', { key });
  t.strictSame(
    list.body.data.map(({ id }: { id: string }) => id),
    [inside.id],
  );
  t.equal(list.body.total, 1);
  t.strictSame((await call('GET', '/v1/commands', { key })).body.total, 0);
  for (const [method, path, body] of [
    ['GET', `/v1/devices/${outside.id}`],
    ['PATCH', `/v1/devices/${outside.id}`, { name: 'mine' }],
    ['DELETE', `/v1/devices/${outside.id}`],
    ['POST', `/v1/devices/${outside.id}/lock`],
    ['POST', `/v1/devices/${outside.id}/command`, { type: 'unlock' }],
    ['GET', `/v1/devices/${outside.id}/commands`],
    ['GET', `/v1/commands/${lock.body.id}`],
    ['POST', `/v1/commands/${lock.body.id}/cancel`],
  ] as const)
    hasFields(t, await call(method, path, { key, body }), { status: 404 }, `${method} ${path}`); // prettier-ignore
  hasFields(t, await call('PATCH', `/v1/devices/${inside.id}`, { key, body: { ou: '/Springfield/Low' } }), {
    status: 403,
    body: { code: 'ou_not_permitted' },
  });
  hasFields(
    t,
    await call('POST', '/v1/enrollment-tokens', { key, body: { name: 'x', ou: '/Springfield/Low' } }),
    {
      status: 403,
      body: { code: 'ou_not_permitted' },
    },
  );
  t.equal((await call('POST', `/v1/devices/${inside.id}/lock`, { key })).status, 202);
  hasFields(
    t,
    await call('POST', '/v1/webhooks', { key, body: { url: 'https://a.example/' } }),
    { status: 403, body: { code: 'ou_not_permitted' } },
    'a webhook would hear of every unit',
  );
  hasFields(
    t,
    await call('POST', '/v1/campuses', { key, body: { name: 'x' } }),
    { status: 403, body: { code: 'ou_not_permitted' } },
    'a campus is of the whole organisation',
  );
});

t.test(
  'lists of what happens are leafed through for ten thousand rows, and followed by cursor beyond',
  async (t) => {
    const server = await startRestServer(t);
    const { id } = await server.makeDevice();
    const webhook = await server.call('POST', '/v1/webhooks', { body: { url: 'https://sis.example/hook' } });
    const lists = [
      '/v1/commands',
      `/v1/devices/${id}/commands`,
      '/v1/alerts',
      '/v1/overrides',
      '/v1/classroom/sessions',
      `/v1/webhooks/${webhook.body.id}/deliveries`,
    ];
    for (const path of lists) {
      t.equal((await server.call('GET', `${path}?page=50&limit=200`)).status, 200, path);
      const deep = await server.call('GET', `${path}?page=51&limit=200`);
      t.same([deep.status, deep.body.code], [400, 'page_window_exceeded'], path);
    }
    for (const path of ['/v1/devices', '/v1/users'])
      t.same(
        (await server.call('GET', `${path}?page=10000&limit=200`)).body.data,
        [],
        'what a school has can be counted',
      );
  },
);

t.test('updatedSince gives what was changed at that moment or later, also behind a cursor', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const owner = await signedIn(server, 'owner', { clock });
  const { call } = server;
  const make = (name: string) =>
    call('POST', '/v1/users', { body: { email: `${name}@x.example`, name, role: 'student' } });
  const old = await make('Old');
  await server.makeDevice({ name: 'OLD' });
  await clock.advance(1_000);
  const since = clock.now();
  const changed = [await make('A'), await make('B'), await make('C')].map(({ body }) => body);
  const text = new Date(since).toISOString();
  const first = await call('GET', `/v1/users?updatedSince=${text}&limit=2`);
  hasFields(t, first.body, { total: 3, data: [{ name: 'A' }, { name: 'B' }] });
  const second = await call('GET', `/v1/users?updatedSince=${text}&cursor=${first.body.nextCursor}`);
  t.same(second.body.data, changed.slice(2));
  const other = await call('GET', `/v1/users?updatedSince=2026-01-01&cursor=${first.body.nextCursor}`);
  hasFields(t, other, { status: 400, body: { code: 'invalid_cursor' } });
  await call('PATCH', `/v1/users/${old.body.id}`, { body: { name: 'New' } });
  t.equal((await call('GET', `/v1/users?updatedSince=${text}`)).body.total, 4);
  for (const path of ['devices', 'accounts', 'ous', 'policies', 'campuses', 'webhooks', 'keys']) {
    const total = async (query: string): Promise<number> => {
      const answer = await owner.call('GET', `/v1/${path}${query}`);
      t.equal(answer.status, 200, path);
      return answer.body.total;
    };
    t.equal(await total(`?updatedSince=${text}`), 0, `no change of ${path}`);
    t.equal(await total('?updatedSince=1971-01-01'), await total(''), `all ${path}`);
  }
  for (const given of ['yesterday', '2026-02-30', '']) {
    const answer = await call('GET', `/v1/devices?updatedSince=${given}`);
    hasFields(t, answer, { status: 400, body: { errors: [{ parameter: 'updatedSince' }] } }, given);
  }
});

t.test('from and to bound when the rows of a list were made', async (t) => {
  const clock = createFakeClock();
  const { call, makeDevice } = await startRestServer(t, { clock });
  const device = await makeDevice();
  const lists = ['commands', `devices/${device.id}/commands`, 'enrollment-tokens', 'categories/suggestions'];
  const make = async (): Promise<void> => {
    await call('POST', `/v1/devices/${device.id}/command`, { body: { type: 'sync_policy' } });
    await call('POST', '/v1/enrollment-tokens', { body: { name: 'Cart', ou: '/' } });
    await call('POST', '/v1/categories/suggestions', {
      body: { domain: `site-${clock.now()}.example`, category: 'games', kind: 'missing' },
    });
  };
  await make();
  await clock.advance(1_000);
  const from = new Date(clock.now()).toISOString();
  await make();
  for (const list of lists) {
    const total = async (query: string) => (await call('GET', `/v1/${list}?${query}`)).body.total;
    t.same(
      [
        await total(''),
        await total(`from=${from}`),
        await total(`to=${from}`),
        await total(`from=${from}&to=${from}`),
      ],
      [2, 1, 1, 0],
      list,
    );
  }
});

t.test('the accounts of a long list are reached by cursor', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  await signedIn(server, 'teacher');
  const first = await owner.call('GET', '/v1/accounts?limit=1');
  const next = await owner.call('GET', `/v1/accounts?limit=1&cursor=${first.body.nextCursor}`);
  hasFields(t, next, { status: 200, body: { total: 2, hasMore: false } });
});
