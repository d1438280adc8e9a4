import t from 'tap';
import { READ_ONLY_SCOPES, SCOPES } from '../../../../contracts/scopes.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

const DAY_MS = 86_400_000;
const NEW = { name: 'SIS sync', scopes: ['devices:read'] };

t.test('an owner makes a key, sees its secret once, and the key works', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const made = await owner.call('POST', '/v1/keys', NEW);
  t.equal(made.status, 201);
  hasFields(t, made.body, {
    id: /^key_/,
    name: 'SIS sync',
    scopes: ['devices:read'],
    tier: 'enterprise',
    rateLimitOverride: null,
    ou: null,
    ipAllowList: [],
    expiresAt: null,
    revokedAt: null,
    secondary: null,
    primary: { display: /^sgk_live_.{4}….{4}$/, expiresAt: null, lastUsedAt: null },
  });
  t.match(made.body.secret, /^sgk_live_[0-9A-Za-z]{38}$/);
  t.equal(made.headers.get('location'), `/v1/keys/${made.body.id}`);
  t.equal(made.headers.get('cache-control'), 'no-store');
  t.equal((await server.call('GET', '/v1/devices', { key: made.body.secret })).status, 200);
  const { secret, ...shown } = made.body;
  const read = await owner.call('GET', `/v1/keys/${made.body.id}`);
  t.same(read.body, shown);
  t.notMatch(JSON.stringify(read.body), secret.slice(13, -4));
  const list = await owner.call('GET', '/v1/keys?sort=name&revoked=false');
  t.ok(list.body.data.some(({ id }: { id: string }) => id === made.body.id));
});

t.test('presets, the unit, the address list and the limits are kept; what is wrong is refused', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  await server.store.ous.ensurePath(1, '/High', Date.now());
  const full = await owner.call('POST', '/v1/keys', { name: 'a', preset: 'full' });
  t.same(full.body.scopes, SCOPES);
  const read = await owner.call('POST', '/v1/keys', {
    name: 'b',
    preset: 'read-only',
    tier: 'standard',
    rateLimitOverride: 5_000,
    ou: '/High',
    ipAllowList: ['203.0.113.7/24', '2001:db8::1', '127.0.0.1', '127.0.0.1'],
  });
  hasFields(t, read.body, {
    scopes: READ_ONLY_SCOPES,
    tier: 'standard',
    rateLimitOverride: 5_000,
    ou: '/High',
  });
  t.same(read.body.ipAllowList, ['203.0.113.0/24', '2001:db8::1', '127.0.0.1']);
  for (const [body, pointer] of [
    [{ name: 'x' }, '#/scopes'],
    [{ ...NEW, preset: 'full' }, '#/preset'],
    [{ ...NEW, scopes: ['keys:write'] }, '#/scopes/0'],
    [{ ...NEW, scopes: [] }, '#/scopes'],
    [{ ...NEW, rateLimitOverride: 99 }, '#/rateLimitOverride'],
    [{ ...NEW, rateLimitOverride: 5_001 }, '#/rateLimitOverride'],
    [{ ...NEW, expiresAt: '2020-01-01T00:00:00Z' }, '#/expiresAt'],
    [{ ...NEW, ipAllowList: ['10.0.0.0/33'] }, '#/ipAllowList/0'],
    [{ ...NEW, ipAllowList: ['10.0.0.1', '010.1.1.1'] }, '#/ipAllowList/1'],
    [{ ...NEW, ipAllowList: ['::ffff:10.0.0.1'] }, '#/ipAllowList/0'],
    [{ ...NEW, id: strangeId('key') }, '#/id'],
    [{ ...NEW, ou: '/Nowhere' }, '#/ou'],
  ] as const) {
    const answer = await owner.call('POST', '/v1/keys', body);
    t.ok([400, 422].includes(answer.status), `${pointer}: ${answer.status}`);
    hasFields(t, answer.body.errors?.[0]?.pointer, pointer, JSON.stringify(body));
  }
});

t.test(
  'a limit to a unit is kept to at once, also when it changes and when the unit is renamed',
  async (t) => {
    const server = await startRestServer(t);
    const owner = await signedIn(server, 'owner');
    const teacher = await signedIn(server, 'teacher', { ou: '/High' });
    const inside = await server.makeDevice({ ou: '/High' });
    const outside = await server.makeDevice({ ou: '/Low' });
    const { body } = await owner.call('POST', '/v1/keys', { ...NEW, ou: '/High' });
    const idsOf = (list: { readonly id: string }[]) => list.map(({ id }) => id);
    const seen = async () => idsOf((await server.call('GET', '/v1/devices', { key: body.secret })).body.data);
    const seenByTeacher = async () => idsOf((await teacher.call('GET', '/v1/devices')).body.data);
    t.same([await seen(), await seenByTeacher()], [[inside.id], [inside.id]]);
    const high = await server.store.ous.byPath(1, '/High');
    t.equal((await owner.call('PATCH', `/v1/ous/${high?.id}`, { name: 'Upper' })).status, 200);
    t.same([await seen(), await seenByTeacher()], [[inside.id], [inside.id]], 'the limit follows the unit');
    t.equal((await owner.call('GET', `/v1/keys/${body.id}`)).body.ou, '/Upper');
    await server.makeDevice({ ou: '/High' });
    t.same(await seen(), [inside.id], 'and is not that of a new unit with the old name');
    t.equal((await owner.call('PATCH', `/v1/keys/${body.id}`, { ou: '/Low' })).body.ou, '/Low');
    t.same(await seen(), [outside.id]);
    t.equal((await owner.call('PATCH', `/v1/keys/${body.id}`, { ou: null })).body.ou, null);
    t.equal((await seen()).length, 3);
  },
);

t.test('after a rotation both secrets work until the grace is over; the record stays', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const owner = await signedIn(server, 'owner', { clock });
  const made = (await owner.call('POST', '/v1/keys', { ...NEW, rateLimitOverride: 700 })).body;
  const status = async (key: string) => (await server.call('GET', '/v1/devices', { key })).status;
  const rotated = await owner.call('POST', `/v1/keys/${made.id}/rotate`, { graceSeconds: 60 });
  t.equal(rotated.status, 200);
  hasFields(t, rotated.body, { id: made.id, scopes: NEW.scopes, rateLimitOverride: 700 });
  t.equal(rotated.body.primary.display, made.primary.display, 'the idle slot was the second');
  t.equal(rotated.body.primary.expiresAt, new Date(clock.now() + 60_000).toISOString());
  hasFields(t, rotated.body.secondary, { expiresAt: null });
  t.same([await status(made.secret), await status(rotated.body.secret)], [200, 200]);

  const early = await owner.call('POST', `/v1/keys/${made.id}/rotate`, {});
  hasFields(t, early, { status: 409, body: { code: 'conflict' } }, 'no slot is idle');

  await clock.advance(60_000);
  const old = await server.call('GET', '/v1/devices', { key: made.secret });
  hasFields(t, old, { status: 401, body: { code: 'expired_api_key' } });
  t.equal(await status(rotated.body.secret), 200);

  const again = await owner.call('POST', `/v1/keys/${made.id}/rotate`);
  t.equal(again.status, 200, 'the default grace is a day');
  t.equal(again.body.secondary.expiresAt, new Date(clock.now() + DAY_MS).toISOString());
  t.not(again.body.primary.display, made.primary.display, 'the first slot was idle now');
  t.equal((await server.call('GET', '/v1/devices', { key: made.secret })).body.code, 'invalid_api_key');

  const urgent = await owner.call('POST', `/v1/keys/${made.id}/rotate`, { graceSeconds: 0 });
  t.equal(urgent.status, 200);
  t.same(
    await Promise.all([again.body.secret, rotated.body.secret, urgent.body.secret].map(status)),
    [401, 401, 200],
    'without grace every other secret ends',
  );
  for (const graceSeconds of [-1, 604_801, 1.5])
    t.equal((await owner.call('POST', `/v1/keys/${made.id}/rotate`, { graceSeconds })).status, 400);
});

t.test('an idempotent repeat of a rotation gives the same secret and rotates once', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const made = (await owner.call('POST', '/v1/keys', NEW)).body;
  const rotate = () =>
    owner.call('POST', `/v1/keys/${made.id}/rotate`, { graceSeconds: 60 }, { 'idempotency-key': 'once' });
  const [first, second] = [await rotate(), await rotate()];
  t.equal(first.status, 200);
  t.equal(second.headers.get('idempotent-replayed'), 'true');
  t.same(second.body, first.body);
});

t.test('a revoked key is refused from that moment on, and nothing brings it back', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const { id, secret } = (await owner.call('POST', '/v1/keys', NEW)).body;
  t.equal((await server.call('GET', '/v1/devices', { key: secret })).status, 200, 'and is in the cache');
  t.equal((await owner.call('DELETE', `/v1/keys/${id}`)).status, 204);
  const refused = await server.call('GET', '/v1/devices', { key: secret });
  hasFields(t, refused, { status: 401, body: { code: 'revoked_api_key' } });
  t.equal(refused.headers.get('www-authenticate'), 'Bearer realm="api", error="invalid_token"');
  t.match((await owner.call('GET', `/v1/keys/${id}`)).body.revokedAt, /Z$/);
  t.equal((await owner.call('DELETE', `/v1/keys/${id}`)).status, 404);
  t.equal((await owner.call('PATCH', `/v1/keys/${id}`, { name: 'x' })).status, 409);
  t.equal((await owner.call('POST', `/v1/keys/${id}/rotate`)).status, 409);
});

t.test('a change keeps to If-Match, takes effect at once, and an expiry is kept to', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const owner = await signedIn(server, 'owner', { clock });
  const made = await owner.call('POST', '/v1/keys', NEW);
  const { id, secret } = made.body;
  const tag = made.headers.get('etag') ?? '';
  const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
  const changed = await owner.call(
    'PATCH',
    `/v1/keys/${id}`,
    { name: ' New ', expiresAt },
    { 'if-match': tag },
  );
  hasFields(t, changed, { status: 200, body: { name: 'New', expiresAt, scopes: NEW.scopes } });
  const stale = await owner.call('PATCH', `/v1/keys/${id}`, { name: 'x' }, { 'if-match': tag });
  t.equal(stale.status, 412);
  t.equal((await server.call('GET', '/v1/devices', { key: secret })).status, 200);
  await owner.call('PATCH', `/v1/keys/${id}`, { scopes: ['users:read'] });
  t.equal((await server.call('GET', '/v1/devices', { key: secret })).status, 403);
  clock.jump(3_600_000);
  hasFields(t, await server.call('GET', '/v1/scopes', { key: secret }), {
    status: 401,
    body: { code: 'expired_api_key' },
  });
});

t.test('the usage counts requests and errors by day and operation, with the last use', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const owner = await signedIn(server, 'owner', { clock });
  const { id, secret } = (await owner.call('POST', '/v1/keys', NEW)).body;
  const headers = { 'user-agent': 'sis/1' };
  await server.call('GET', '/v1/devices', { key: secret, headers });
  await server.call('GET', '/v1/devices?limit=0', { key: secret, headers });
  await server.call('GET', '/v1/users', { key: secret, headers });
  await clock.advance(6_000);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const usage = (await owner.call('GET', `/v1/keys/${id}/usage`)).body;
  hasFields(t, usage, {
    keyId: id,
    to: today,
    requests: 3,
    errors: 2,
    lastUse: { ip: '127.0.0.1', userAgent: 'sis/1' },
  });
  t.same(
    usage.days.find(({ operation }: { operation: string }) => operation === 'listDevices'),
    { date: today, operation: 'listDevices', requests: 2, errors: 1 },
  );
  t.match((await owner.call('GET', `/v1/keys/${id}`)).body.primary.lastUsedAt, /Z$/);
  t.equal((await owner.call('GET', `/v1/keys/${id}/usage?from=2020-01-01&to=2020-01-31`)).body.requests, 0);
  for (const query of ['from=2020-01-02&to=2020-01-01', 'from=2020-01-01&to=2020-12-31', 'from=2020-13-01'])
    t.equal((await owner.call('GET', `/v1/keys/${id}/usage?${query}`)).status, 400, query);
});

t.test('a key absent, malformed, with a bad checksum, or unknown is 401', async (t) => {
  const server = await startRestServer(t);
  const check = async (key: string | null, code: string) =>
    hasFields(
      t,
      await server.call('GET', '/v1/devices', { key }),
      { status: 401, body: { code } },
      String(key),
    );
  await check(null, 'missing_api_key');
  await check('nonsense', 'invalid_api_key');
  await check(`${server.key.slice(0, -1)}${server.key.endsWith('0') ? '1' : '0'}`, 'invalid_api_key');
  await check(`sgk_test_${'0'.repeat(32)}0ivkVw`, 'invalid_api_key');
  const { key } = await server.makeKey({ expiresAt: 1 });
  await check(key, 'expired_api_key');
  const ended = await server.makeKey({}, { expiresAt: 1 });
  await check(ended.key, 'expired_api_key');
  const revoked = await server.makeKey({ revokedAt: 1 });
  await check(revoked.key, 'revoked_api_key');
});

t.test('another organisation’s key is not there', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['GET', '/usage'],
  ] as const)
    t.equal((await owner.call(method, `/v1/keys/${strangeId('key')}${path}`)).status, 404, method + path);
});

t.test('every change is in the audit, and no secret is', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const { id, secret } = (await owner.call('POST', '/v1/keys', NEW)).body;
  await owner.call('PATCH', `/v1/keys/${id}`, { name: 'Renamed' });
  const rotated = await owner.call('POST', `/v1/keys/${id}/rotate`);
  await owner.call('DELETE', `/v1/keys/${id}`);
  const entries = (await server.store.audit.after(1, 0, 100)).filter(({ target }) => target === id);
  t.same(
    entries.map(({ action }) => action),
    ['key.created', 'key.updated', 'key.rotated', 'key.revoked'],
  );
  t.ok(entries.every(({ actor }) => actor === owner.account.id));
  const text = JSON.stringify(entries);
  for (const one of [secret, rotated.body.secret]) t.notOk(text.includes(one.slice(13, -4)));
});
