import type { FastifyReply, FastifyRequest } from 'fastify';
import t from 'tap';
import { admit } from '../../../../api/http/admission.ts';
import type { Access } from '../../../../api/http/authentication/access.ts';
import type { Identification, Presented } from '../../../../api/http/authentication/authentication.ts';
import type { Caller } from '../../../../api/http/authentication/caller.ts';
import { createKnownBrowsers } from '../../../../api/http/authentication/known-browsers.ts';
import { csrfTokenOf } from '../../../../api/http/authentication/sessions.ts';
import type { Charge } from '../../../../api/http/limits/call-cost.ts';
import { createRateLimiter } from '../../../../api/http/limits/rate-limiter.ts';
import type { RouteDefinition } from '../../../../api/http/route.ts';
import { Fault } from '../../../../kit/fault.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';

const COOKIE = 'schoolgate-8443';
const OWN = 'http://school.example';

function keyCaller(over: Partial<Caller> = {}, key: object = {}): Caller {
  return {
    actor: 'key_1',
    credential: { kind: 'key', key: { tier: 'standard', rateLimitOverride: null, ...key }, slot: 'current' },
    scopes: ['devices:read'],
    ouPath: null,
    organisationId: 1,
    timezone: 'UTC',
    plan: 'enterprise',
    ...over,
  } as unknown as Caller;
}

const PERSON = keyCaller({
  actor: 'acc_1',
  credential: { kind: 'session', accountId: 'acc_1', role: 'owner' },
});

/** A server that knows what the test says of a credential. */
function scene(identification: Identification = { kind: 'known', caller: keyCaller() }) {
  const clock = createFakeClock();
  const presented: Presented[] = [];
  const limiter = createRateLimiter({ clock });
  const parts = {
    clock,
    limiter,
    authentication: {
      identify: async (given: Presented) => {
        presented.push(given);
        return identification;
      },
      start: () => undefined,
      stop: () => undefined,
    },
    onProven: () => undefined,
    browsers: createKnownBrowsers(new Uint8Array(32), systemRandom),
  };
  /** Asks once. @returns null, or the fault; and what was set on request and answer */
  const ask = async (
    access: Access | null,
    {
      headers = {},
      method = 'GET',
      definition,
      is404 = false,
    }: {
      readonly headers?: Record<string, string>;
      readonly method?: string;
      readonly definition?: Partial<RouteDefinition>;
      readonly is404?: boolean;
    } = {},
  ) => {
    const told: Record<string, string> = {};
    const request = {
      headers,
      method,
      is404,
      ip: '192.0.2.1',
      protocol: 'http',
      host: 'school.example',
      socket: { localPort: 8_443 },
      caller: null,
      charge: null,
      routeOptions: { url: '/v1/things', config: { ...(access === null ? {} : { access }), definition } },
    } as unknown as FastifyRequest;
    const reply = {
      headers: (more: object) => Object.assign(told, more),
      getHeader: (name: string) => told[name],
      header: (name: string, value: string) => Object.assign(told, { [name]: value }),
    } as unknown as FastifyReply;
    let fault: Fault | null = null;
    try {
      await admit(request, reply, parts);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault = error;
    }
    const { caller, charge } = request as unknown as {
      readonly caller: Caller | null;
      readonly charge: Charge | null;
    };
    return { fault, code: fault?.code ?? null, told, caller, charge };
  };
  return { ask, presented, limiter, clock };
}

const ANY = { scope: null } as const;
const refusedAs = (code: Fault['code']): Identification => ({
  kind: 'refused',
  fault: new Fault(code, 'This key is unknown.'),
});

t.test('a route that does not say who may call it lets nobody through', async (t) => {
  const { ask } = scene();
  const { fault } = await ask(null);
  hasFields(t, fault, { code: 'internal_error', message: /\/v1\/things does not say who may call it/ });
});

t.test('an unknown address of the API is for callers too, and needs no scope', async (t) => {
  t.equal((await scene().ask('nothing')).code, null);
  t.equal((await scene(refusedAs('invalid_api_key')).ask('nothing')).code, 'invalid_api_key');
});

t.test('the plan is looked at before the scope, and the scope before the form of the answer', async (t) => {
  const definition = { scope: 'users:read' } as const;
  const headers = { accept: 'image/png' };
  for (const [caller, code] of [
    [keyCaller({ plan: 'free' as never }), 'plan_required'],
    [keyCaller(), 'insufficient_scope'],
    [keyCaller({ scopes: ['users:read'] }), 'not_acceptable'],
  ] as const)
    t.equal((await scene({ kind: 'known', caller }).ask('caller', { definition, headers })).code, code);
});

t.test('the plan is about keys: people who are signed in use the dashboard with any', async (t) => {
  const caller = { ...PERSON, plan: 'standard' } as const;
  const headers = { 'sec-fetch-site': 'same-origin' };
  t.equal((await scene({ kind: 'known', caller }).ask('caller', { definition: ANY, headers })).code, null);
});

t.test('an operation with a limit of its own has it for each caller', async (t) => {
  const { ask } = scene();
  const definition = { ...ANY, quota: { name: 'reports', perMinute: 1 } };
  const { told, code } = await ask('caller', { definition });
  t.equal(code, null);
  t.equal(told.ratelimit, '"default";r=299;t=60, "reports";r=0;t=60');
  const refused = await ask('caller', { definition });
  hasFields(t, refused.fault, { code: 'rate_limited', extras: { violatedPolicies: ['reports'] } });
  t.equal((await ask('caller', { definition: ANY })).told['x-ratelimit-remaining'], '298', 'it cost nothing');
});

t.test('a person changes something only from a page of ours, with the session’s token', async (t) => {
  const session = 'the secret of a session';
  const cookie = `${COOKIE}=${session}`;
  const token = csrfTokenOf(session);
  const asked = (headers: Record<string, string>, method = 'POST') =>
    scene({ kind: 'known', caller: PERSON }).ask('caller', { definition: ANY, method, headers });
  t.equal((await asked({ cookie, origin: OWN, 'x-csrf-token': token })).code, null);
  for (const [headers, what] of [
    [{ cookie, origin: 'http://evil.example', 'x-csrf-token': token }, 'a foreign page'],
    [{ cookie, 'sec-fetch-site': 'cross-site', 'x-csrf-token': token }, 'a foreign site'],
    [{ cookie, origin: OWN }, 'no token'],
    [{ cookie, origin: OWN, 'x-csrf-token': csrfTokenOf('another') }, 'the token of another session'],
    [{ origin: OWN, 'x-csrf-token': token }, 'no session'],
  ] as const)
    for (const method of ['POST', 'PATCH', 'DELETE'])
      t.equal((await asked(headers, method)).code, 'csrf_refused', `${what}, ${method}`);
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    t.equal((await asked({ cookie, origin: 'http://evil.example' }, method)).code, null, method);
  const key = scene();
  t.equal(
    (await key.ask('caller', { definition: ANY, method: 'POST', headers: { origin: 'http://evil.example' } }))
      .code,
    null,
    'a key is sent by nobody’s browser by itself',
  );
});

t.test('the dashboard’s own data is for sessions, of any plan, and never for a key', async (t) => {
  const { ask, presented } = scene({ kind: 'known', caller: { ...PERSON, plan: 'free' as never } });
  const headers = { cookie: `${COOKIE}=s`, authorization: 'Bearer sg_1' };
  const { code, caller } = await ask('session', { headers });
  t.equal(code, null);
  t.same(presented, [{ authorization: undefined, session: 's', address: '192.0.2.1' }]);
  t.equal(caller?.actor, 'acc_1');
  for (const [method, expected] of [
    ['POST', 'csrf_refused'],
    ['GET', null],
    ['HEAD', null],
  ] as const)
    t.equal(
      (await ask('session', { method, headers: { ...headers, origin: 'http://evil.example' } })).code,
      expected,
    );
  t.equal((await ask('session', { method: 'POST', headers: { ...headers, origin: OWN } })).code, null);
});

t.test('a request without any credential hears so, and is counted as such', async (t) => {
  const { ask } = scene(refusedAs('missing_api_key'));
  for (const headers of [{}, { authorization: ' ' }] as Record<string, string>[])
    for (let n = 0; n < 30; n++) t.equal((await ask('caller', { headers })).code, 'missing_api_key');
  t.equal((await ask('caller')).code, 'rate_limited');
  t.equal((await ask('caller', { headers: { cookie: `${COOKIE}=s` } })).code, 'missing_api_key');
  t.equal((await ask('document')).code, null, 'the document may still be read');
});

t.test('who needs no credential is counted by what they ask for', async (t) => {
  for (const [access, limit] of [
    ['document', '60'],
    ['preflight', '60'],
    ['sign-in', '60'],
    ['page', '1200'],
    ['agent', '600'],
    ['agent-facts', '600'],
    ['probe', '1200'],
  ] as const) {
    const { ask, presented } = scene();
    const { code, told } = await ask(access);
    t.same([code, told['x-ratelimit-limit'], presented.length], [null, limit, 0], access);
  }
  const { told } = await scene().ask('caller', { is404: true });
  t.equal(told['x-ratelimit-limit'], '60', 'an address that leads nowhere');
});

t.test('devices prove themselves elsewhere, and have no limit here', async (t) => {
  const { ask, presented } = scene();
  const { code, told } = await ask('device', { method: 'POST', headers: { origin: 'http://evil.example' } });
  t.same([code, told, presented], [null, {}, []]);
});

t.test('who is signed in is counted by the session, and strangers use up nothing of theirs', async (t) => {
  const cookie = { cookie: `${COOKIE}=s` };
  const { ask } = scene();
  for (let n = 0; n < 1_200; n++) await ask('page');
  t.equal((await ask('page')).code, 'rate_limited');
  t.equal((await ask('page', { headers: cookie })).code, null);
  const stranger = scene(refusedAs('missing_api_key'));
  for (let n = 0; n < 1_200; n++) await stranger.ask('page', { headers: cookie });
  t.equal((await stranger.ask('page', { headers: cookie })).code, 'rate_limited', 'a session that is none');
});

t.test('no foreign page signs anybody in or out', async (t) => {
  for (const access of ['sign-in', 'page'] as const) {
    const { ask } = scene();
    const headers = { origin: 'http://evil.example' };
    t.equal((await ask(access, { method: 'POST', headers })).code, 'csrf_refused');
    t.equal((await ask(access, { method: 'GET', headers })).code, null);
    t.equal((await ask(access, { method: 'POST', headers: { origin: OWN } })).code, null);
  }
  const { ask } = scene();
  t.equal((await ask('agent', { method: 'POST', headers: { origin: 'http://evil.example' } })).code, null);
});
