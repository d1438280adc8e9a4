import { connect } from 'node:net';
import t from 'tap';
import { newApiKeyText } from '../../../../api/http/authentication/api-key-text.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { startStopwatch } from '../../../support/stopwatch.ts';
import { startRestServer, strangeId } from '../rest-server.ts';

const RATE_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'ratelimit-policy',
];

t.test(
  'keys: absent, malformed, unknown, expired, revoked and an old slot after its grace are 401 with their code',
  async (t) => {
    const { call, makeKey } = await startRestServer(t);
    const past = Date.now() - 1_000;
    const expired = await makeKey({ expiresAt: past });
    const revoked = await makeKey({ revokedAt: past });
    const rotated = await makeKey({}, { expiresAt: past });
    const cases: readonly [string, string | null, string][] = [
      ['missing_api_key', null, 'Bearer realm="api"'],
      ['invalid_api_key', 'sgk_live_nonsense', 'error="invalid_token"'],
      ['invalid_api_key', `sgk_live_${'0'.repeat(38)}`, 'error="invalid_token"'],
      ['invalid_api_key', newApiKeyText(systemRandom, 'live'), 'error="invalid_token"'],
      ['expired_api_key', expired.key, 'error="invalid_token"'],
      ['revoked_api_key', revoked.key, 'error="invalid_token"'],
      ['expired_api_key', rotated.key, 'error="invalid_token"'],
    ];
    for (const [code, key, challenge] of cases) {
      const answer = await call('GET', '/v1/devices', { key });
      hasFields(t, answer, { status: 401, body: { status: 401, code } }, code);
      hasText(t, answer.headers.get('www-authenticate'), challenge, code);
      hasText(t, answer.headers.get('content-type'), 'application/problem+json', code);
    }
  },
);

t.test('a key with a wrong checksum is refused before any look into the store', async (t) => {
  let reads = 0;
  const { call } = await startRestServer(t, {
    store: (store) => ({
      ...store,
      apiKeys: {
        ...store.apiKeys,
        byHash: (hash) => {
          reads += 1;
          return store.apiKeys.byHash(hash);
        },
      },
    }),
  });
  t.equal((await call('GET', '/v1/devices', { key: `sgk_live_${'0'.repeat(38)}` })).status, 401);
  t.equal(reads, 0);
  t.equal((await call('GET', '/v1/devices')).status, 200);
  t.equal(reads, 1, 'and a real one is looked up');
});

t.test('a revoked key is refused at once, also when it was just used', async (t) => {
  const { call, makeKey, store } = await startRestServer(t);
  const { id, key } = await makeKey();
  t.equal((await call('GET', '/v1/devices', { key })).status, 200);
  await store.transaction(async (tx) => {
    await tx.apiKeys.revoke(1, id, Date.now());
    tx.wake({ kind: 'api_keys' });
  });
  hasFields(t, await call('GET', '/v1/devices', { key }), { status: 401, body: { code: 'revoked_api_key' } });
});

t.test('a look-up that was under way during a revocation does not bring the key back', async (t) => {
  let hold: Promise<void> | null = null;
  let reached = (): void => undefined;
  const { call, makeKey, store } = await startRestServer(t, {
    store: (real) => ({
      ...real,
      apiKeys: {
        ...real.apiKeys,
        byHash: async (hash) => {
          const found = await real.apiKeys.byHash(hash);
          const wait = hold;
          hold = null;
          reached();
          await wait;
          return found;
        },
      },
    }),
  });
  const { id, key } = await makeKey();
  let release = (): void => undefined;
  hold = new Promise((resolve) => (release = resolve));
  const looking = new Promise<void>((resolve) => (reached = resolve));
  const first = call('GET', '/v1/devices', { key });
  await looking;
  await store.transaction(async (tx) => {
    await tx.apiKeys.revoke(1, id, Date.now());
    tx.wake({ kind: 'api_keys' });
  });
  release();
  await first;
  hasFields(t, await call('GET', '/v1/devices', { key }), { status: 401, body: { code: 'revoked_api_key' } });
});

t.test('a key with an address list is refused from elsewhere', async (t) => {
  const { call, makeKey } = await startRestServer(t);
  const elsewhere = await makeKey({ ipAllowList: ['203.0.113.0/24', '2001:db8::/32'] });
  hasFields(t, await call('GET', '/v1/devices', { key: elsewhere.key }), {
    status: 403,
    body: { code: 'ip_not_allowed' },
  });
  const here = await makeKey({ ipAllowList: ['127.0.0.0/8'] });
  t.equal((await call('GET', '/v1/devices', { key: here.key })).status, 200);
});

t.test('a lower plan is 402, before the scope', async (t) => {
  const { call, makeKey } = await startRestServer(t, {
    store: (store) => ({
      ...store,
      organisations: {
        ...store.organisations,
        get: async (id) => {
          const found = await store.organisations.get(id);
          return found === null ? null : { ...found, plan: 'professional' };
        },
      },
    }),
  });
  const { key } = await makeKey({ scopes: ['logs:read'] });
  const answer = await call('GET', '/v1/devices', { key });
  hasFields(t, answer, { status: 402, body: { code: 'plan_required' } });
  hasFields(t, answer.headers.get('x-ratelimit-limit'), '5000');
});

t.test(
  'the limit of a key: 100 pass, the next is 429 with Retry-After; after that time one passes',
  async (t) => {
    const clock = createFakeClock();
    const { call, makeKey } = await startRestServer(t, { clock });
    const { key } = await makeKey({ tier: 'development', rateLimitOverride: null });
    for (let sent = 1; sent <= 100; sent++) {
      const answer = await call('GET', '/v1/scopes', { key });
      t.equal(answer.headers.get('x-ratelimit-remaining'), String(100 - sent));
    }
    await clock.advance(20_000);
    const refused = await call('GET', '/v1/scopes', { key });
    hasFields(t, refused, { status: 429, body: { code: 'rate_limited', 'violated-policies': ['default'] } });
    const wait = Number(refused.headers.get('retry-after'));
    t.equal(wait, 40);
    t.equal(Number(refused.headers.get('x-ratelimit-reset')), Math.ceil(clock.now() / 1_000) + wait);
    await clock.advance((wait - 1) * 1_000);
    t.equal((await call('GET', '/v1/scopes', { key })).status, 429);
    await clock.advance(1_000);
    t.equal((await call('GET', '/v1/scopes', { key })).status, 200);
  },
);

t.test('429 comes before 403, and refused requests of one key do not touch another', async (t) => {
  const { call, makeKey } = await startRestServer(t);
  const small = await makeKey({ rateLimitOverride: 100, scopes: ['logs:read'] });
  for (let sent = 0; sent < 100; sent++)
    t.equal((await call('GET', '/v1/devices', { key: small.key })).status, 403);
  t.equal((await call('GET', '/v1/devices', { key: small.key })).status, 429);
  t.equal((await call('GET', '/v1/devices')).status, 200);
});

t.test('an address without a valid key has 60 a minute', async (t) => {
  const { call } = await startRestServer(t);
  for (let sent = 0; sent < 60; sent++)
    t.equal((await call('GET', '/v1/devices', { key: null })).status, 401);
  hasFields(t, await call('GET', '/v1/devices', { key: null }), { status: 429 });
  t.equal((await call('GET', '/v1/devices')).status, 200, 'a valid key from the same address still works');
});

t.test(
  'the rate limit is on the odd answers too: 304, 404, 405, OPTIONS, open pages, bad addresses',
  async (t) => {
    const { call, makeDevice } = await startRestServer(t);
    const { id } = await makeDevice();
    const etag = (await call('GET', `/v1/devices/${id}`)).headers.get('etag') ?? '';
    const cases: readonly [number, string, string, Record<string, string>][] = [
      [304, 'GET', `/v1/devices/${id}`, { 'if-none-match': etag }],
      [404, 'GET', '/v1/nothing', {}],
      [404, 'GET', '/nothing', {}],
      [405, 'PUT', '/v1/devices', {}],
      [204, 'OPTIONS', '/v1/devices', {}],
      [200, 'GET', '/v1/openapi.json', {}],
      [200, 'GET', '/v1/openapi.yaml', {}],
      [406, 'GET', '/v1/devices', { accept: 'text/html' }],
      [414, 'GET', `/v1/devices?q=${'x'.repeat(9_000)}`, {}],
    ];
    for (const [status, method, path, headers] of cases) {
      const answer = await call(method, path, { headers });
      t.equal(answer.status, status, `${method} ${path.slice(0, 40)}`);
      for (const name of RATE_HEADERS)
        t.ok(answer.headers.has(name), `${status} ${method} ${path.slice(0, 40)}: ${name}`);
    }
  },
);

/** Sends bytes as they are and reads all that comes back. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

t.test('what never becomes a request is answered with a problem and the rate limit', async (t) => {
  const { port } = await startRestServer(t);
  const cases: readonly [RegExp, string][] = [
    [/^HTTP\/1\.1 400 /, 'this is no HTTP\r\n\r\n'],
    [/^HTTP\/1\.1 431 /, `GET /v1/devices HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(70_000)}\r\n\r\n`],
    [/^HTTP\/1\.1 4\d\d /, 'GET /v1/%ZZ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ];
  for (const [status, bytes] of cases) {
    const text = await raw(port, bytes);
    hasFields(t, text, status);
    hasText(t, text.toLowerCase(), 'content-type: application/problem+json');
    for (const name of RATE_HEADERS) hasText(t, text.toLowerCase(), `${name}: `, name);
  }
});

t.test(
  'bodies: too large, not JSON, of another type, empty, nested too deep, of too many values, poisoned',
  async (t) => {
    const { call } = await startRestServer(t);
    const send = (body: string, headers = {}) => call('POST', '/v1/campuses', { body, headers });
    hasFields(t, await send(`{"name":"${'x'.repeat(1_100_000)}"}`), {
      status: 413,
      body: { code: 'body_too_large' },
    });
    hasFields(t, await send('{"name":'), { status: 400, body: { code: 'invalid_json' } });
    hasFields(t, await send('name=x', { 'content-type': 'application/x-www-form-urlencoded' }), {
      status: 415,
      body: { code: 'unsupported_media_type' },
    });
    hasFields(t, await call('POST', '/v1/campuses'), { status: 400, body: { code: 'empty_body' } });
    hasFields(t, await send('{"__proto__":{"x":1},"name":"n"}'), { status: 400 });
    hasFields(t, await send(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), { status: 400 });
    const many = await send(`{"cidrs":[${Array(100_000).fill(1).join()}]}`);
    hasFields(t, many, { status: 400, body: { code: 'invalid_json', detail: /more than 100000 values/ } });
    hasFields(t, await send('null'), { status: 400 });
    hasFields(t, await send('[]'), { status: 400, body: { code: 'validation_failed' } });
  },
);

t.test('a field that does not fit is named by pointer; ids and times cannot be written', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  const { id } = await makeDevice();
  for (const [name, value] of Object.entries({
    id: 'dev_x',
    createdAt: '2026-01-01T00:00:00.000Z',
    status: 'online',
    nonsense: 1,
  })) {
    const answer = await call('PATCH', `/v1/devices/${id}`, { body: { [name]: value } });
    hasFields(
      t,
      answer,
      { status: 400, body: { code: 'validation_failed', errors: [{ in: 'body', pointer: `#/${name}` }] } },
      name,
    );
  }
  hasFields(
    t,
    await call('PATCH', `/v1/devices/${id}`, { body: { name: 7 } }),
    { status: 400, body: { errors: [{ pointer: '#/name' }] } },
    'not coerced',
  );
  hasFields(t, await call('GET', '/v1/devices?limit=201'), {
    status: 400,
    body: { code: 'validation_failed', errors: [{ in: 'query', parameter: 'limit' }] },
  });
});

t.test('a body of ninety thousand wrong items is refused in a moment', async (t) => {
  const { call } = await startRestServer(t);
  const stopwatch = startStopwatch();
  const refused = await call('POST', '/v1/campuses', {
    body: `{"name":"x","cidrs":[${'1,'.repeat(90_000)}1]}`,
  });
  stopwatch.within(t, 1_000, 'the refusal');
  t.equal(refused.status, 400);
  t.equal(refused.body.errors.length, 1, 'no error object for each');
});

t.test('the request id of the caller is kept when it is harmless, else replaced', async (t) => {
  const { call } = await startRestServer(t);
  const idFor = async (given: string) =>
    (await call('GET', '/v1/scopes', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
  t.equal(await idFor('ticket-4711.a_b'), 'ticket-4711.a_b');
  t.match(await idFor('a b'), /^req_/);
  t.match(await idFor('x'.repeat(129)), /^req_/);
  const missing = await call('GET', `/v1/devices/${strangeId('dev')}`, {
    headers: { 'x-request-id': 'mine' },
  });
  t.equal(missing.body.requestId, 'mine');
});

t.test('answers with people, devices or secrets in them are stored nowhere on the way', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  const { id } = await makeDevice();
  t.equal((await call('GET', `/v1/devices/${id}`)).headers.get('cache-control'), 'no-store');
  t.equal((await call('GET', '/v1/devices')).headers.get('cache-control'), 'no-store');
  const webhook = await call('POST', '/v1/webhooks', { body: { url: 'https://sis.example/hooks' } });
  t.match(webhook.body.secret, /^whsec_/);
  t.equal(webhook.headers.get('cache-control'), 'no-store', 'a webhook secret');
  const token = await call('POST', '/v1/enrollment-tokens', { body: { name: 'Cart', ou: '/' } });
  t.match(token.body.token, /^sget_/);
  t.equal(token.headers.get('cache-control'), 'no-store', 'an enrollment token');
});

t.test('no other site may read answers: no CORS header, also for a preflight', async (t) => {
  const { call } = await startRestServer(t);
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
  for (const method of ['GET', 'OPTIONS'])
    t.equal(
      (await call(method, '/v1/devices', { headers })).headers.get('access-control-allow-origin'),
      null,
    );
});

t.test('a taken port rejects start as the system says it', async (t) => {
  const { port } = await startRestServer(t);
  await t.rejects(startRestServer(t, { api: { listen: { host: '127.0.0.1', port } } }), {
    code: 'EADDRINUSE',
  });
});
