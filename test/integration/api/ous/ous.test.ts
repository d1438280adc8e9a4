import t from 'tap';
import { hasFields } from '../../../support/has-fields.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

t.test('a unit is made, read, renamed, moved and deleted', async (t) => {
  const { call, store, makeDevice } = await startRestServer(t);
  const springfield = await call('POST', '/v1/ous', { body: { name: ' Springfield ' } });
  hasFields(t, springfield, {
    status: 201,
    body: { name: 'Springfield', path: '/Springfield', userCount: 0 },
  });
  t.equal(springfield.headers.get('location'), `/v1/ous/${springfield.body.id}`);
  const high = await call('POST', '/v1/ous', { body: { name: 'High', parentId: '/Springfield' } });
  hasFields(t, high.body, { path: '/Springfield/High', parentId: springfield.body.id });
  const grade = await call('POST', '/v1/ous', { body: { name: 'Grade-9', parentId: high.body.id } });
  const device = await makeDevice({ ou: '/Springfield/High/Grade-9' });
  const user = await call('POST', '/v1/users', {
    body: { email: 'a@x.example', name: 'A', role: 'student', ou: grade.body.id },
  });
  const path = `/v1/ous/${high.body.id}`;
  const read = await call('GET', path);
  hasFields(t, read.body, { userCount: 1, deviceCount: 1 }, 'with all below it');
  const moved = await call('PATCH', path, {
    body: { name: 'Upper', parentId: '/' },
    headers: { 'if-match': read.headers.get('etag') ?? '' },
  });
  hasFields(t, moved, { status: 200, body: { path: '/Upper', userCount: 1, deviceCount: 1 } });
  t.equal((await call('GET', `/v1/users/${user.body.id}`)).body.ou, '/Upper/Grade-9');
  t.equal((await call('GET', `/v1/devices/${device.id}`)).body.ou, '/Upper/Grade-9');
  t.equal(
    (
      await call('PATCH', path, {
        body: { name: 'X' },
        headers: { 'if-match': read.headers.get('etag') ?? '' },
      })
    ).status,
    412,
  );
  hasFields(t, await call('DELETE', path), { status: 409, body: { code: 'ou_not_empty' } });
  hasFields(t, await call('DELETE', `/v1/ous/${grade.body.id}`), {
    status: 409,
    body: { detail: 'The unit is still needed (users: 1, devices: 1).' },
  });
  t.equal((await call('DELETE', `/v1/ous/${springfield.body.id}`)).status, 204);
  t.equal((await call('GET', `/v1/ous/${springfield.body.id}`)).status, 404);
  const entries = (await store.audit.after(1, 0, 20)).filter(({ action }) => !action.endsWith('.viewed'));
  t.strictSame(
    entries.map(({ action }) => action),
    ['ou.created', 'ou.created', 'ou.created', 'user.created', 'ou.updated', 'ou.deleted'],
  );
  hasFields(t, entries[4], {
    target: high.body.id,
    changes: { before: { path: '/Springfield/High' }, after: { path: '/Upper' } },
  });
});

t.test('what cannot be is refused with its reason', async (t) => {
  const { call, store } = await startRestServer(t);
  const high = await call('POST', '/v1/ous', { body: { name: 'High' } });
  const below = await call('POST', '/v1/ous', { body: { name: 'A', parentId: high.body.id } });
  for (const name of ['', ' ', 'a/b', 'a\u0007', 'x'.repeat(101), '.', '..'])
    hasFields(
      t,
      await call('POST', '/v1/ous', { body: { name } }),
      { status: 400, body: { code: 'validation_failed', errors: [{ pointer: '#/name' }] } },
      JSON.stringify(name.slice(0, 4)),
    );
  hasFields(t, await call('POST', '/v1/ous', { body: { name: 'High' } }), {
    status: 409,
    body: { code: 'already_exists', existingId: high.body.id },
  });
  hasFields(
    t,
    await call('POST', '/v1/ous', { body: { name: 'high' } }),
    { status: 409, body: { code: 'already_exists', existingId: high.body.id } },
    'case makes no other name',
  );
  for (const parentId of ['/Nowhere', strangeId('ou')])
    hasFields(t, await call('POST', '/v1/ous', { body: { name: 'X', parentId } }), {
      status: 422,
      body: { errors: [{ pointer: '#/parentId', code: 'unknown_ou' }] },
    });
  const move = (id: string, parentId: string) => call('PATCH', `/v1/ous/${id}`, { body: { parentId } });
  hasFields(t, await move(high.body.id, below.body.id), { status: 422, body: { code: 'unprocessable' } });
  hasFields(t, await move(high.body.id, high.body.id), { status: 422, body: { code: 'unprocessable' } });
  const root = await store.ous.byPath(1, '/');
  hasFields(t, await call('GET', `/v1/ous/${root?.id}`), { body: { name: '/', path: '/', parentId: null } });
  t.equal((await call('PATCH', `/v1/ous/${root?.id}`, { body: { name: 'X' } })).status, 422);
  t.equal((await call('DELETE', `/v1/ous/${root?.id}`)).status, 422);
  const deep = await store.ous.ensurePath(1, `/d${'/d'.repeat(19)}`, Date.now());
  t.equal((await call('POST', '/v1/ous', { body: { name: 'X', parentId: deep.id } })).status, 422);
});

t.test('units are listed by path, by what they lie in, and by name', async (t) => {
  const { call, store } = await startRestServer(t);
  const high = await store.ous.ensurePath(1, '/High', Date.now());
  for (const path of ['/High/Grade-10', '/High/Grade-9/A', '/Highlands'])
    await store.ous.ensurePath(1, path, Date.now());
  const paths = async (query: string): Promise<string> =>
    (await call('GET', `/v1/ous?${query}`)).body.data.map(({ path }: { path: string }) => path).join(' ');
  t.equal(await paths(''), '/ /High /High/Grade-10 /High/Grade-9 /High/Grade-9/A /Highlands');
  t.equal(await paths('ou=/High&limit=3&page=2'), '/High/Grade-9/A');
  t.equal(await paths(`parentId=${high.id}`), '/High/Grade-10 /High/Grade-9');
  t.equal(await paths('parentId=/'), '/High /Highlands');
  t.equal(await paths('parentId=/Nowhere'), '');
  t.equal(await paths('q=GRADE&sort=-name'), '/High/Grade-9 /High/Grade-10');
  t.equal((await call('GET', '/v1/ous?limit=2')).body.total, 6);
});

t.test('a key of one unit sees and arranges only what lies in it, and follows a rename', async (t) => {
  const { call, store, makeKey } = await startRestServer(t);
  const high = await store.ous.ensurePath(1, '/Springfield/High', Date.now());
  const grade = await store.ous.ensurePath(1, '/Springfield/High/Grade-9', Date.now());
  const low = await store.ous.ensurePath(1, '/Springfield/Low', Date.now());
  const { key } = await makeKey({ ouPath: '/Springfield/High' });
  const paths = async (): Promise<string> =>
    (await call('GET', '/v1/ous', { key })).body.data.map(({ path }: { path: string }) => path).join(' ');
  t.equal(await paths(), '/Springfield/High /Springfield/High/Grade-9');
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { name: 'X' }],
    ['DELETE', undefined],
  ] as const)
    t.equal((await call(method, `/v1/ous/${low.id}`, { key, body })).status, 404, method);
  const forbidden = { status: 403, body: { code: 'ou_not_permitted' } };
  hasFields(t, await call('POST', '/v1/ous', { key, body: { name: 'X', parentId: '/' } }), forbidden);
  hasFields(t, await call('POST', '/v1/ous', { key, body: { name: 'X', parentId: low.id } }), forbidden);
  hasFields(t, await call('PATCH', `/v1/ous/${grade.id}`, { key, body: { parentId: low.id } }), forbidden);
  hasFields(
    t,
    await call('PATCH', `/v1/ous/${high.id}`, { key, body: { name: 'X' } }),
    forbidden,
    'its own name',
  );
  hasFields(t, await call('DELETE', `/v1/ous/${high.id}`, { key }), { status: 409 });
  hasFields(t, await call('POST', '/v1/ous', { key, body: { name: 'X' } }), {
    status: 201,
    body: { path: '/Springfield/High/X' },
  });
  t.equal((await call('PATCH', `/v1/ous/${high.id}`, { body: { name: 'Upper' } })).status, 200);
  await store.check(); // The wake-up is heard in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(await paths(), '/Springfield/Upper /Springfield/Upper/Grade-9 /Springfield/Upper/X');
  hasFields(t, await call('DELETE', `/v1/ous/${high.id}`), { status: 409, body: { code: 'ou_not_empty' } });
});
