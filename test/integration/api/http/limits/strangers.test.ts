import t, { type Test } from 'tap';
import { newApiKeyText } from '../../../../../api/http/authentication/api-key-text.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { addOidcPages } from '../../../../../server/dashboard/oidc-pages.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { type Answer, type RestServer, startRestServer } from '../../rest-server.ts';

const PROXY = { trustProxy: ['127.0.0.1/32'] };

/** What people behind one address do without a valid key, with the status that each gets. */
async function othersWork(
  t: Test,
  { call }: RestServer,
  headers: Record<string, string> = {},
): Promise<void> {
  const signIn = await call('POST', '/v1/session', {
    key: null,
    body: { email: 'ana@x.example', password: 'wrong' },
    headers,
  });
  hasFields(t, signIn, { status: 401, body: { code: 'wrong_credentials' } }, 'sign-in is answered');
  t.equal((await call('GET', '/docs/', { key: null, headers })).status, 200, 'the explorer');
  t.equal((await call('GET', '/v1/openapi.json', { key: null, headers })).status, 200, 'the document');
  t.equal((await call('OPTIONS', '/v1/devices', { key: null, headers })).status, 204, 'preflights');
  t.equal((await call('GET', '/v1/devices', { key: null, headers })).status, 401, 'calls without a key');
  t.equal((await call('GET', '/v1/devices', { headers })).status, 200, 'calls with a valid key');
}

async function times(count: number, send: (at: number) => Promise<Answer>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) statuses.push((await send(at)).status);
  return statuses;
}

t.test('a script that was forgotten with a wrong key is told so, and locks nobody else out', async (t) => {
  const server = await startRestServer(t, { clock: createFakeClock() });
  const forgotten = newApiKeyText(systemRandom, 'live');
  const statuses = await times(70, () => server.call('GET', '/v1/devices', { key: forgotten }));
  t.same(statuses, [...Array(60).fill(401), ...Array(10).fill(429)]);
  const late = await server.call('GET', '/v1/devices', { key: forgotten });
  hasFields(t, late.body, {
    code: 'rate_limited',
    detail: /^There is no such API key\. At most 60 requests/,
  });
  hasFields(t, late.headers.get('x-ratelimit-limit'), '60');
  const other = await server.call('GET', '/v1/devices', { key: newApiKeyText(systemRandom, 'live') });
  hasFields(
    t,
    other,
    { status: 401, body: { code: 'invalid_api_key' } },
    'another wrong key is told that it is wrong',
  );
  await othersWork(t, server);
});

t.test('trying many keys ends after 600 a minute from one network, and for nobody else', async (t) => {
  const server = await startRestServer(t, { clock: createFakeClock(), api: PROXY });
  const from = { 'x-forwarded-for': '192.0.2.1' };
  const statuses = await times(605, (at) =>
    server.call('GET', '/v1/devices', { key: `guess-${at}`, headers: from }),
  );
  t.same(statuses, [...Array(600).fill(401), ...Array(5).fill(429)]);
  await othersWork(t, server, from);
  const elsewhere = await server.call('GET', '/v1/devices', {
    key: 'guess',
    headers: { 'x-forwarded-for': '192.0.2.2' },
  });
  t.equal(elsewhere.status, 401);
});

t.test('each thing that needs no key has 60 a minute of its own', async (t) => {
  const server = await startRestServer(t, { clock: createFakeClock() });
  const kinds: readonly [string, string, number][] = [
    ['GET', '/v1/devices', 401],
    ['GET', '/docs/', 200],
    ['OPTIONS', '/v1/devices', 204],
    ['GET', '/nowhere', 404],
    ['POST', '/v1/session', 400],
  ];
  for (const [method, path, status] of kinds) {
    const statuses = await times(61, () => server.call(method, path, { key: null }));
    t.same(statuses, [...Array(60).fill(status), 429], `${method} ${path}`);
  }
});

t.test('behind a trusted proxy each client counts by itself, a /64 of IPv6 as one', async (t) => {
  const server = await startRestServer(t, { clock: createFakeClock(), api: PROXY });
  const ask = (address: string) =>
    server.call('GET', '/v1/devices', { key: null, headers: { 'x-forwarded-for': address } });
  const household = await times(61, (at) => ask(`2001:db8:1:2::${(at + 1).toString(16)}`));
  t.same(household, [...Array(60).fill(401), 429]);
  t.equal((await ask('2001:db8:1:3::1')).status, 401);
  const written = await times(61, (at) => ask(at % 2 === 0 ? '192.0.2.9' : '::ffff:192.0.2.9'));
  t.same(written, [...Array(60).fill(401), 429]);
  t.equal((await ask('not an address')).status, 401, 'what is no address is no error');
});

t.test('without a trusted proxy nobody gets a window of their own by a header', async (t) => {
  const server = await startRestServer(t, { clock: createFakeClock() });
  const statuses = await times(61, (at) =>
    server.call('GET', '/v1/devices', { key: null, headers: { 'x-forwarded-for': `192.0.2.${at}` } }),
  );
  t.same(statuses, [...Array(60).fill(401), 429]);
});

t.test('coming back from the OpenID provider is limited before anything is written', async (t) => {
  let finished = 0;
  const server = await startRestServer(t, {
    clock: createFakeClock(),
    api: {
      registerDashboard: async (app) =>
        addOidcPages(app, {
          oidc: async () => ({
            start: () => Promise.reject(new Error('not asked for')),
            finish: async () => {
              finished += 1;
              return { kind: 'refused', reason: 'expired' };
            },
          }),
          sendRefused: async (_request, reply, reason) => reply.send(reason),
          log: silentLog,
        }),
    },
  });
  const statuses = await times(65, () =>
    server.call('GET', '/sign-in/oidc/callback?state=x&code=y', { key: null }),
  );
  t.same(statuses, [...Array(60).fill(403), ...Array(5).fill(429)]);
  t.equal(finished, 60);
});
