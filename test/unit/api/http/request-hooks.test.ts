import Fastify, { type FastifyReply, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import t from 'tap';
import type { Caller } from '../../../../api/http/authentication/caller.ts';
import { createKnownBrowsers } from '../../../../api/http/authentication/known-browsers.ts';
import { createRateLimiter } from '../../../../api/http/limits/rate-limiter.ts';
import { addRequestHooks, type HookParts } from '../../../../api/http/request-hooks.ts';
import { Fault } from '../../../../kit/fault.ts';
import { type Log, silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { NO_RESERVE } from '../../../../kit/storage-reserve.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';

const KEY = {
  actor: 'key_1',
  credential: {
    kind: 'key',
    key: { id: 'key_1', tier: 'standard', rateLimitOverride: null },
    slot: 'current',
  },
  scopes: [],
  plan: 'enterprise',
} as unknown as Caller;
const PERSON = {
  ...KEY,
  actor: 'acc_1',
  credential: { kind: 'session', accountId: 'acc_1', role: 'owner' },
} as Caller;

/** A server with a call `getThing`, a page and a probe. */
function scene({
  caller = KEY,
  refusal,
  handle = () => ({ a: 1 }),
}: {
  readonly caller?: Caller;
  readonly refusal?: Fault;
  readonly handle?: (reply: FastifyReply) => unknown;
} = {}) {
  const clock = createFakeClock();
  const errors: object[] = [];
  const lines: object[] = [];
  const answered: object[] = [];
  const uses: object[] = [];
  const state = { closing: false };
  const log: Log = {
    ...silentLog,
    error: (fields, message) => void errors.push({ ...fields, message }),
    info: (fields) => void lines.push(fields),
  };
  const parts: HookParts = {
    clock,
    log,
    limiter: createRateLimiter({ clock }),
    authentication: {
      identify: async () =>
        refusal === undefined ? { kind: 'known', caller } : { kind: 'refused', fault: refusal },
      start: () => undefined,
      stop: () => undefined,
    },
    onProven: () => undefined,
    browsers: createKnownBrowsers(new Uint8Array(32), systemRandom),
    usage: {
      record: (use) => void uses.push(use),
      start: async () => undefined,
      stop: async () => undefined,
    },
    setAnswerHeaders: (request, reply) => void reply.header('x-request-id', request.id),
    isClosing: () => state.closing,
    reserve: NO_RESERVE,
    onAnswered: (one) => void answered.push(one),
  };
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: false } });
  addRequestHooks(app, parts);
  const config = { access: 'caller', definition: { operationId: 'getThing', scope: null } as never } as const;
  app.route({
    method: ['GET', 'POST'],
    url: '/v1/thing',
    config,
    handler: async (_request, reply) => handle(reply),
  });
  app.get('/page', { config: { access: 'page' } }, async (_request, reply) => handle(reply));
  app.get('/healthz', { config: { access: 'probe' } }, async () => 'ok');
  const ask = (url = '/v1/thing', over: InjectOptions = {}): Promise<LightMyRequestResponse> =>
    app.inject({ url, ...over });
  return { ask, errors, lines, answered, uses, state };
}

const failing = (error: unknown) => ({
  handle: () => {
    throw error;
  },
});

t.test('what is answered is counted, logged and told, without what the sender wrote', async (t) => {
  const { ask, lines, answered, uses } = scene();
  const answer = await ask('/v1/thing?user=ana', { headers: { 'user-agent': 'SIS/1' } });
  t.equal(answer.statusCode, 200);
  t.same(uses, [
    {
      id: 'key_1',
      slot: 'current',
      operation: 'getThing',
      failed: false,
      ip: '127.0.0.1',
      userAgent: 'SIS/1',
    },
  ]);
  hasFields(t, answered, [{ operation: 'getThing', method: 'GET', status: 200 }]);
  hasFields(t, lines, [{ operationId: 'getThing', caller: 'key_1' }]);
  t.notMatch(JSON.stringify(lines), /ana/);
});

t.test('a use that failed counts as such; a person’s is no key’s, nor is a stranger’s', async (t) => {
  const failed = scene(failing(new Fault('not_found', 'No.')));
  await failed.ask();
  hasFields(t, failed.uses, [{ failed: true }]);
  const person = scene({ caller: PERSON });
  await person.ask();
  t.same([person.uses, person.answered.length], [[], 1]);
  const stranger = scene();
  await stranger.ask('/page');
  t.same([stranger.uses, stranger.answered.length], [[], 1]);
});

t.test('an address that is not in its normal form is refused, and counted as leading nowhere', async (t) => {
  const { ask } = scene();
  const answer = await ask('/v1//thing');
  t.equal(answer.json().code, 'malformed_target');
  t.equal(answer.headers['x-ratelimit-limit'], '60');
  t.equal(answer.headers['x-ratelimit-remaining'], '59');
  t.equal((await ask('/v1/thing')).headers['x-ratelimit-remaining'], '299');
});

t.test('a server that stops refuses all but probes, and ends the connection', async (t) => {
  const { ask, state } = scene();
  state.closing = true;
  const answer = await ask();
  hasFields(t, answer.json(), { code: 'unavailable' });
  hasFields(t, answer.headers, { connection: 'close', 'retry-after': '5', 'x-ratelimit-limit': '60' });
  t.equal((await ask('/healthz')).body, 'ok');
});

t.test('a refusal is a problem document that nobody stores', async (t) => {
  const { ask, errors } = scene(failing(new Fault('not_found', 'There is no such thing.')));
  const answer = await ask();
  t.equal(answer.statusCode, 404);
  hasFields(t, answer.headers, {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': String,
    'retry-after': undefined,
    allow: undefined,
    'www-authenticate': undefined,
  });
  hasFields(t, answer.json(), {
    code: 'not_found',
    detail: 'There is no such thing.',
    instance: '/v1/thing',
  });
  t.same(errors, [], 'which is no failure of ours');
});

t.test('a failure of ours is logged with its cause and the trace of the request', async (t) => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { ask, errors } = scene(failing(new Error('the disk is gone')));
  const answer = await ask('/v1/thing', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
  t.equal(answer.statusCode, 500);
  t.notMatch(answer.body, /disk/);
  hasFields(t, errors, [
    {
      requestId: answer.headers['x-request-id'],
      traceId,
      code: 'internal_error',
      error: 'the disk is gone',
      stack: /the disk is gone\n\s+at .*request-hooks/,
      message: 'a request failed',
    },
  ]);
  const own = scene(failing(new Fault('unavailable', 'Not now.', { internal: 'the pool is empty' })));
  await own.ask();
  hasFields(t, own.errors, [{ error: 'the pool is empty', stack: /the pool is empty\n\s+at / }]);
});

t.test('a fault has the header fields that belong to it', async (t) => {
  for (const [fault, name, value] of [
    [new Fault('unavailable', 'Not now.'), 'retry-after', '5'],
    [new Fault('rate_limited', 'Slowly.', { extras: { retryAfterSeconds: 40 } }), 'retry-after', '40'],
    [new Fault('unavailable', 'Not now.', { extras: { retryAfterSeconds: 7 } }), 'retry-after', '7'],
    [new Fault('method_not_allowed', 'No.', { extras: { allow: ['GET', 'HEAD'] } }), 'allow', 'GET, HEAD'],
  ] as const)
    t.equal((await scene(failing(fault)).ask()).headers[name], value);
});

t.test('who is not let in hears what would', async (t) => {
  const scopes = { extras: { requiredScopes: ['users:read', 'devices:read'] } };
  for (const [fault, challenge] of [
    [new Fault('missing_api_key', 'No.'), 'Bearer realm="api"'],
    [new Fault('invalid_api_key', 'No.'), 'Bearer realm="api", error="invalid_token"'],
    [new Fault('session_ended', 'No.'), 'Bearer realm="api"'],
    [new Fault('wrong_credentials', 'No.'), 'Bearer realm="api"'],
    [new Fault('expired_api_key', 'No.'), 'Bearer realm="api", error="invalid_token"'],
    [
      new Fault('insufficient_scope', 'No.', scopes),
      'Bearer realm="api", error="insufficient_scope", scope="users:read devices:read"',
    ],
    [new Fault('insufficient_scope', 'No.'), 'Bearer realm="api", error="insufficient_scope", scope=""'],
    [new Fault('plan_required', 'No.'), undefined],
  ] as const) {
    t.equal((await scene(failing(fault)).ask()).headers['www-authenticate'], challenge, fault.code);
    t.equal(
      (await scene(failing(fault)).ask('/page')).headers['www-authenticate'],
      undefined,
      'but by no page',
    );
  }
});

t.test('a refused credential is refused before the handler', async (t) => {
  const { ask, uses } = scene({
    refusal: new Fault('invalid_api_key', 'This key is unknown.'),
    handle: () => t.fail('it was handled'),
  });
  const answer = await ask('/v1/thing', { headers: { authorization: 'Bearer a' } });
  t.same([answer.statusCode, answer.json().code, uses], [401, 'invalid_api_key', []]);
});
