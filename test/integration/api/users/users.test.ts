import t from 'tap';
import { hasFields } from '../../../support/has-fields.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

const ANA = { email: 'Ana@x.example', name: ' Ana Ruiz ', role: 'student' };

t.test('a user is made, read, changed and deleted', async (t) => {
  const { call, store } = await startRestServer(t);
  await store.ous.ensurePath(1, '/Springfield/High', Date.now());
  const made = await call('POST', '/v1/users', {
    body: { ...ANA, ou: '/Springfield/High', externalId: 'SIS-1', grade: '9' },
  });
  t.equal(made.status, 201);
  const { id, createdAt, ...rest } = made.body;
  t.match(id, /^usr_/);
  t.strictSame(rest, {
    email: 'Ana@x.example',
    name: 'Ana Ruiz',
    role: 'student',
    ou: '/Springfield/High',
    externalId: 'SIS-1',
    grade: '9',
    status: 'active',
    updatedAt: createdAt,
  });
  const path = `/v1/users/${id}`;
  t.equal(made.headers.get('location'), path);
  const read = await call('GET', path);
  t.strictSame(read.body, made.body);
  t.equal(read.headers.get('cache-control'), 'no-store');
  const changed = await call('PATCH', path, {
    body: { grade: null, role: 'staff', ou: '/', status: 'suspended' },
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  });
  hasFields(t, changed, { status: 200, body: { grade: null, role: 'staff', ou: '/', status: 'suspended' } });
  t.equal(changed.body.externalId, 'SIS-1', 'what is absent stays');
  const stale = { 'if-match': read.headers.get('etag') ?? '' };
  const refused = await call('PATCH', path, { body: { name: 'X' }, headers: stale });
  hasFields(t, refused, { status: 412, body: { code: 'precondition_failed' } });
  const [, version = ''] = /the ETag is ("\d+") now/.exec(refused.body.detail) ?? [];
  t.ok((await call('GET', path)).headers.get('etag')?.startsWith(version.slice(0, -1)), refused.body.detail);
  t.equal((await call('DELETE', path, { headers: stale })).status, 412);
  t.equal((await call('DELETE', path)).status, 204);
  t.equal((await call('GET', path)).status, 404);
});

t.test('a user that does not fit is refused, and nothing is stored', async (t) => {
  const { call, store } = await startRestServer(t);
  const other = { ...ANA, email: 'b@x.example' };
  for (const [body, pointer] of [
    [{ ...ANA, email: 'no address' }, '#/email'],
    [{ ...ANA, email: 'Ana <ana@x.example>' }, '#/email'],
    [{ ...ANA, role: 'wizard' }, '#/role'],
    [{ ...ANA, name: ' ' }, '#/name'],
    [{ ...ANA, id: strangeId('usr') }, '#/id'],
    [{ email: ANA.email, name: 'x' }, '#/role'],
    [{ ...ANA, externalId: 'x'.repeat(256) }, '#/externalId'],
  ] as const) {
    const answer = await call('POST', '/v1/users', { body });
    hasFields(
      t,
      answer,
      { status: 400, body: { code: 'validation_failed', errors: [{ pointer }] } },
      pointer,
    );
  }
  hasFields(t, await call('POST', '/v1/users', { body: { ...other, ou: '/Nowhere' } }), {
    status: 422,
    body: { code: 'unprocessable', errors: [{ pointer: '#/ou', code: 'unknown_ou' }] },
  });
  t.equal((await call('GET', '/v1/users')).body.total, 0);
  const { body } = await call('POST', '/v1/users', { body: { ...ANA, externalId: 'S', ou: null } });
  t.equal(body.ou, '/', 'null is absent');
  for (const twin of [
    { ...ANA, email: 'ANA@X.example' },
    { ...other, externalId: 'S' },
  ])
    hasFields(t, await call('POST', '/v1/users', { body: twin }), {
      status: 409,
      body: { code: 'already_exists', existingId: body.id },
    });
  const second = await call('POST', '/v1/users', { body: other });
  hasFields(t, await call('PATCH', `/v1/users/${second.body.id}`, { body: { email: ANA.email } }), {
    status: 409,
    body: { existingId: body.id },
  });
  t.equal((await store.users.get(1, second.body.id))?.email, 'b@x.example');
});

t.test('an upsert makes, changes or leaves; an unchanged row is not written', async (t) => {
  const { call, store } = await startRestServer(t);
  const row = { ...ANA, externalId: 'SIS-1', grade: '9' };
  const put = (body: object) => call('POST', '/v1/users?upsert=true', { body });
  const made = await put(row);
  t.equal(made.status, 201);
  const again = await put(row);
  t.equal(again.status, 200);
  t.strictSame(again.body, made.body, 'updatedAt too');
  const changed = await put({ ...row, email: 'ana.ruiz@x.example', grade: null });
  hasFields(t, changed, { status: 200, body: { id: made.body.id, email: 'ana.ruiz@x.example', grade: '9' } });
  hasFields(t, await put({ ...ANA, email: 'c@x.example' }), {
    status: 400,
    body: { errors: [{ pointer: '#/externalId', code: 'needed_for_upsert' }] },
  });
  hasFields(t, await call('POST', '/v1/users?upsert=false', { body: row }), { status: 409 });
  const actions = await store.audit.after(1, 0, 10);
  t.strictSame(
    actions.map(({ action, target }) => [action, target]),
    [
      ['user.created', made.body.id],
      ['user.updated', made.body.id],
    ],
    'what changes nothing is no entry of the audit',
  );
});

t.test('the same idempotency key with another query is another request', async (t) => {
  const { call } = await startRestServer(t);
  const headers = { 'idempotency-key': 'sync-1' };
  const body = { ...ANA, externalId: 'SIS-1' };
  const first = await call('POST', '/v1/users?upsert=true', { body, headers });
  const replay = await call('POST', '/v1/users?upsert=true', { body, headers });
  hasFields(t, [first.status, replay.status], [201, 201]);
  t.equal(replay.headers.get('idempotent-replayed'), 'true');
  hasFields(t, await call('POST', '/v1/users', { body, headers }), {
    status: 422,
    body: { code: 'idempotency_key_reused' },
  });
});

t.test('users are listed by every filter; unknown ones are refused', async (t) => {
  const { call, store } = await startRestServer(t);
  const unit = await store.ous.ensurePath(1, '/High/Grade-9', Date.now());
  await store.ous.ensurePath(1, '/Highlands', Date.now());
  for (const body of [
    { email: 'cem@x.example', name: 'cem', role: 'student', ou: unit.id, grade: '9', externalId: 'C' },
    { email: 'ana@x.example', name: 'Ana', role: 'teacher', ou: '/High' },
    { email: 'ben@x.example', name: 'Ben', role: 'student', ou: '/Highlands', status: 'suspended' },
  ])
    t.equal((await call('POST', '/v1/users', { body })).status, 201);
  const names = async (query: string): Promise<string> =>
    (await call('GET', `/v1/users?${query}`)).body.data.map(({ name }: { name: string }) => name).join(' ');
  t.equal(await names(''), 'Ana Ben cem', 'by name');
  t.equal(await names('sort=-email'), 'cem Ben Ana');
  t.equal(await names('ou=/High'), 'Ana cem');
  t.equal(await names(`ou=${unit.id}`), 'cem');
  t.equal(await names('ou=/Nowhere'), '');
  t.equal(await names('role=student&role=teacher&status=active'), 'Ana cem');
  t.equal(await names('grade=9'), 'cem');
  t.equal(await names('externalId=C'), 'cem');
  t.equal(await names('email=BEN@x.example'), 'Ben');
  t.equal(await names('q=EM'), 'cem');
  for (const wrong of ['role=wizard', 'status=gone', 'sort=role', 'q=', 'nonsense=1'])
    t.equal((await call('GET', `/v1/users?${wrong}`)).status, 400, wrong);
});

t.test('a key of one unit sees, makes and moves users only in it', async (t) => {
  const { call, store, makeKey } = await startRestServer(t);
  await store.ous.ensurePath(1, '/High/Grade-9', Date.now());
  const low = await store.ous.ensurePath(1, '/Low', Date.now());
  const outside = await call('POST', '/v1/users', { body: { ...ANA, ou: '/Low', externalId: 'OUT' } });
  const { key } = await makeKey({ ouPath: '/High' });
  const path = `/v1/users/${outside.body.id}`;
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { name: 'x' }],
    ['DELETE', undefined],
  ] as const)
    t.equal((await call(method, path, { key, body })).status, 404, method);
  t.equal((await call('GET', '/v1/users', { key })).body.total, 0);
  t.equal((await call('GET', '/v1/users?ou=/Low', { key })).body.total, 0);

  const mine = { email: 'b@x.example', name: 'B', role: 'student', externalId: 'IN' };
  for (const ou of ['/Low', '/', low.id])
    hasFields(t, await call('POST', '/v1/users', { key, body: { ...mine, ou } }), {
      status: 403,
      body: { code: 'ou_not_permitted' },
    });
  for (const twin of [
    { ...mine, email: ANA.email },
    { ...mine, externalId: 'OUT' },
  ])
    for (const query of ['', '?upsert=true']) {
      const answer = await call('POST', `/v1/users${query}`, { key, body: twin });
      hasFields(t, answer, { status: 409, body: { code: 'already_exists' } });
      t.notOk('existingId' in answer.body, 'who is outside is not named');
    }
  const made = await call('POST', '/v1/users', { key, body: mine });
  hasFields(t, made, { status: 201, body: { ou: '/High' } }, 'the unit of the key when none is named');
  const own = `/v1/users/${made.body.id}`;
  t.equal((await call('PATCH', own, { key, body: { ou: '/Low' } })).status, 403);
  t.equal((await call('PATCH', own, { key, body: { ou: '/High/Grade-9' } })).status, 200);
  hasFields(t, await call('GET', '/v1/users', { key }), {
    body: { total: 1, data: [{ ou: '/High/Grade-9' }] },
  });
  hasFields(t, await call('GET', path), { body: outside.body }, 'the other one is as it was');
});

t.test('users of another organisation are not there', async (t) => {
  const { call, store, ids } = await startRestServer(t);
  const { body } = await call('POST', '/v1/users', { body: ANA });
  t.equal(await store.users.get(2, body.id), null);
  t.equal(await store.users.update(2, body.id, { name: 'X' }, Date.now()), null);
  await t.rejects(
    store.users.create({
      ...ANA,
      role: 'student',
      id: ids.next('usr'),
      organisationId: 2,
      ouId: 'ou_00000000000000000000000001',
      externalId: null,
      grade: null,
      status: 'active',
      now: 0,
    }),
    { code: 'unprocessable' },
    'nor is a unit of another organisation',
  );
});
