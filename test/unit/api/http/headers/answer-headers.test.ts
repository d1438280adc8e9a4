import type { FastifyReply, FastifyRequest } from 'fastify';
import t from 'tap';
import { createAnswerHeaders } from '../../../../../api/http/headers/answer-headers.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const ORIGIN = 'https://sis.example';

/** What an answer to this request carries. */
function headersOf(
  config: object,
  over: object = {},
  corsOrigins: readonly string[] = [],
): Record<string, string | undefined> {
  const told: Record<string, string> = {};
  const reply = {
    header: (name: string, value: string) => Object.assign(told, { [name]: value }),
    headers: (more: object) => Object.assign(told, more),
  } as unknown as FastifyReply;
  const request = {
    id: 'req_1',
    protocol: 'http',
    method: 'GET',
    headers: {},
    is404: false,
    routeOptions: { config },
    ...over,
  } as unknown as FastifyRequest;
  createAnswerHeaders({ corsOrigins })(request, reply);
  return told;
}

const ALWAYS = {
  'x-request-id': 'req_1',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

t.test('every answer runs nothing, is framed by nobody and can be asked about', async (t) => {
  for (const access of ['caller', 'page', 'session', 'probe']) t.same(headersOf({ access }), ALWAYS, access);
});

t.test('over TLS browsers are told to stay with it', async (t) => {
  t.same(headersOf({ access: 'page' }, { protocol: 'https' }), {
    ...ALWAYS,
    'strict-transport-security': 'max-age=15552000',
  });
});

t.test('what devices get is stored by nobody', async (t) => {
  for (const access of ['agent', 'agent-facts', 'device'])
    t.same(headersOf({ access }), { ...ALWAYS, 'cache-control': 'no-store' }, access);
});

t.test('a call on its way out says so', async (t) => {
  const deprecated = {
    since: '2026-11-20T10:00:00Z',
    sunset: '2027-11-20T10:00:00Z',
    link: 'https://x.example',
  };
  hasFields(t, headersOf({ access: 'caller', definition: { deprecated } }), {
    deprecation: '@1795168800',
    link: '<https://x.example>; rel="deprecation"; type="text/html"',
  });
  t.notOk('deprecation' in headersOf({ access: 'caller', definition: {} }));
});

t.test('without listed origins no answer says a word of them', async (t) => {
  const told = headersOf({ access: 'caller' }, { headers: { origin: ORIGIN } });
  t.same(told, ALWAYS);
});

t.test('exactly the listed origins may read answers of the public API', async (t) => {
  const ask = (origin: string | undefined, access = 'caller') =>
    headersOf({ access }, { headers: origin === undefined ? {} : { origin } }, [ORIGIN]);
  const told = ask(ORIGIN);
  hasFields(t, told, { vary: 'Origin', 'access-control-allow-origin': ORIGIN });
  for (const name of ['RateLimit', 'ETag', 'Link', 'X-Request-Id', 'Retry-After', 'Location', 'Deprecation'])
    t.ok(told['access-control-expose-headers']?.split(', ').includes(name), name);
  for (const other of [undefined, 'https://evil.example', `${ORIGIN}.evil.example`, 'null'])
    t.same(ask(other), { ...ALWAYS, vary: 'Origin' }, String(other));
  t.same(ask(ORIGIN, 'page'), ALWAYS, 'the dashboard is not read by others');
});

t.test('a preflight is told what may be asked, for two hours', async (t) => {
  const ask = (method: string, headers: object) =>
    headersOf({ access: 'preflight' }, { method, headers: { origin: ORIGIN, ...headers } }, [ORIGIN]);
  const told = ask('OPTIONS', { 'access-control-request-method': 'PATCH' });
  hasFields(t, told, {
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
    'access-control-max-age': '7200',
    'access-control-expose-headers': undefined,
  });
  for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'Prefer'])
    t.ok(told['access-control-allow-headers']?.split(', ').includes(name), name);
  for (const [method, headers] of [
    ['OPTIONS', {}],
    ['GET', { 'access-control-request-method': 'PATCH' }],
  ] as const) {
    const plain = ask(method, headers);
    t.notOk('access-control-allow-methods' in plain, method);
    t.ok('access-control-expose-headers' in plain, method);
  }
});
