import t from 'tap';
import { createAnswerHeaders } from '../../../../../api/http/headers/answer-headers.ts';
import { defineRoute } from '../../../../../api/http/route.ts';
import { createOperations } from '../../../../../api/openapi/operation.ts';
import type { Log } from '../../../../../kit/log.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { startRestServer, strangeId } from '../../rest-server.ts';

const PORTAL = 'https://portal.school.example';

t.test('without a setting no answer says a word of other origins', async (t) => {
  const { call } = await startRestServer(t);
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await call(method, '/v1/devices', {
      headers: { origin: PORTAL, 'access-control-request-method': 'GET' },
    });
    for (const name of headers.keys()) t.notMatch(name, /^access-control/, method);
  }
});

t.test('exactly the listed origins get a preflight, and may read limits, ETag and links', async (t) => {
  const { call } = await startRestServer(t, { api: { corsOrigins: [PORTAL] } });
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
  const asked = await call('OPTIONS', `/v1/devices/${strangeId('dev')}/lock`, {
    key: null,
    headers: { origin: PORTAL, ...preflight },
  });
  t.equal(asked.status, 204);
  t.equal(asked.headers.get('access-control-allow-origin'), PORTAL);
  t.match(asked.headers.get('access-control-allow-methods'), /\bPOST\b/);
  t.match(asked.headers.get('access-control-allow-headers'), /\bAuthorization\b/);
  hasFields(t, asked.headers.get('x-ratelimit-limit'), '60', 'a preflight has its limit too');
  t.equal(asked.headers.get('vary'), 'Origin');

  const read = await call('GET', '/v1/devices', { headers: { origin: PORTAL } });
  t.equal(read.headers.get('access-control-allow-origin'), PORTAL);
  for (const name of ['X-RateLimit-Remaining', 'ETag', 'Link', 'Location', 'Retry-After'])
    t.ok(read.headers.get('access-control-expose-headers')?.split(', ').includes(name), name);
  t.equal(read.headers.get('access-control-allow-credentials'), null, 'no cookies');
  const refused = await call('GET', '/v1/devices', { key: null, headers: { origin: PORTAL } });
  t.equal(refused.status, 401);
  t.equal(refused.headers.get('access-control-allow-origin'), PORTAL, 'a script may read refusals');

  for (const origin of [
    `${PORTAL}.evil.example`,
    'http://portal.school.example',
    `${PORTAL}:8443`,
    'null',
    '*',
  ]) {
    const other = await call('GET', '/v1/devices', { headers: { origin } });
    t.equal(other.headers.get('access-control-allow-origin'), null, origin);
    t.equal(other.headers.get('vary'), 'Origin, accept-encoding');
  }
});

t.test('answers of the API run nothing, are framed by nobody and tell no address', async (t) => {
  const { call } = await startRestServer(t);
  const answers = [
    await call('GET', '/v1/devices'),
    await call('GET', '/v1/devices', { key: null }),
    await call('GET', '/v1/nowhere'),
    await call('GET', '/v1/%zz'),
    await call('GET', '/healthz', { key: null }),
    await call('GET', '/agent/v1/time', { key: null }),
  ];
  for (const { headers, status } of answers) {
    t.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; frame-ancestors 'none'",
      `${status}`,
    );
    t.equal(headers.get('referrer-policy'), 'no-referrer');
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    t.equal(headers.get('strict-transport-security'), null, 'plain HTTP promises nothing');
  }
});

t.test('over TLS browsers are told to stay with it', async (t) => {
  const { call } = await startRestServer(t, { api: { trustProxy: ['127.0.0.1/32'] } });
  const { headers } = await call('GET', '/v1/devices', { headers: { 'x-forwarded-proto': 'https' } });
  t.equal(headers.get('strict-transport-security'), 'max-age=15552000');
});

t.test('what is about people is stored by nobody on the way', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  const { id } = await makeDevice();
  for (const path of [
    '/v1/devices',
    `/v1/devices/${id}`,
    '/v1/users',
    '/v1/logs',
    '/v1/activity',
    '/v1/alerts',
  ])
    t.equal((await call('GET', path)).headers.get('cache-control'), 'no-store', path);
  for (const path of ['/v1/campuses', '/v1/scopes'])
    t.equal((await call('GET', path)).headers.get('cache-control'), 'private, no-cache', path);
});

const OLD = defineRoute({
  method: 'GET',
  path: '/v1/old',
  operationId: 'getOld',
  summary: 'Old',
  tag: 'Devices',
  scope: null,
  extension: true,
  responses: { 200: null },
  deprecated: {
    since: '2026-11-01T00:00:00Z',
    sunset: '2027-11-01T00:00:00Z',
    link: 'https://docs.example/old',
  },
  handle: async () => ({ status: 200 }),
});

t.test('a deprecated call says so on every answer, and in the document', async (t) => {
  const set = createAnswerHeaders({ corsOrigins: [] });
  const headers: Record<string, string> = {};
  const reply = {
    header: (name: string, value: string) => void Object.assign(headers, { [name]: value }),
    headers: (more: object) => void Object.assign(headers, more),
  };
  const request = {
    id: 'req_1',
    url: '/v1/old',
    protocol: 'http',
    headers: {},
    routeOptions: { config: { definition: OLD } },
  };
  set(request as never, reply as never);
  hasFields(t, headers, {
    deprecation: '@1793491200',
    sunset: 'Mon, 01 Nov 2027 00:00:00 GMT',
    link: '<https://docs.example/old>; rel="deprecation"; type="text/html"',
  });
  hasFields(t, createOperations().describe(OLD), { deprecated: true });
});

/** Keeps what is logged. */
function recordingLog(): { readonly log: Log; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const write =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level, message, ...fields });
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: () => log,
  };
  return { log, lines };
}

t.test('every request leaves one line with its trace, and nothing personal', async (t) => {
  const { log, lines } = recordingLog();
  const { call } = await startRestServer(t, { api: { log } });
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await call('GET', '/v1/users?q=ana@x.example', {
    headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'user-agent': 'Secret/1.0' },
  });
  const requestId = answer.headers.get('x-request-id') ?? '';
  const line = lines.filter((one) => one.requestId === requestId);
  t.equal(line.length, 1);
  hasFields(t, line[0], {
    level: 'info',
    message: 'request',
    traceId: trace,
    operationId: 'listUsers',
    status: 200,
  });
  t.match(line[0]?.caller, /^key_/);
  t.type(line[0]?.durationMs, 'number');
  await call('GET', `/v1/users/${strangeId('usr')}`);
  await call('GET', '/v1/nowhere?token=secret');
  await call('GET', '/healthz', { key: null });
  hasFields(t, lines.at(-1), { level: 'debug', operationId: '/healthz' }, 'probes are quiet');
  hasFields(t, lines.at(-2), { operationId: 'unmatched', status: 404 });
  const text = JSON.stringify(lines);
  for (const personal of ['ana@x.example', 'Secret/1.0', 'token=secret', '127.0.0.1', 'usr_'])
    t.notOk(text.includes(personal), personal);
});
