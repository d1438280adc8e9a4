import Fastify, { type FastifyReply, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { Type } from 'typebox';
import type { Caller } from '../../../../api/http/authentication/caller.ts';
import { createViewNotes } from '../../../../api/http/gathered-views.ts';
import type { Charge } from '../../../../api/http/limits/call-cost.ts';
import { createCursors } from '../../../../api/http/lists/cursor.ts';
import { mountRoute } from '../../../../api/http/mount-route.ts';
import { faultOf } from '../../../../api/http/problem.ts';
import type { Reply, RouteDefinition, RouteTools } from '../../../../api/http/route.ts';
import { createSerializerCompiler } from '../../../../api/http/schemas/compilers.ts';
import { createValidatorCompiler } from '../../../../api/http/schemas/validation.ts';
import { Fault } from '../../../../kit/fault.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';

const CALLER = { actor: 'key_1', organisationId: 7, timezone: 'UTC' } as Caller;
const NOTE = { action: 'thing.updated', target: 'thing_1' };
const ANY = Type.Any();

/** A server with one route, and what its handling asked of the store. */
async function scene(
  over: Partial<RouteDefinition<RouteTools>>,
  {
    caller = CALLER,
    charge = null,
    kept = { kind: 'new' },
    onRequest = () => undefined,
  }: {
    readonly caller?: Caller | null;
    readonly charge?: Charge | null;
    /** What the store knows of an idempotency key. */
    readonly kept?: object;
    readonly onRequest?: (reply: FastifyReply) => unknown;
  } = {},
) {
  const clock = createFakeClock();
  const events: unknown[][] = [];
  const configs: unknown[] = [];
  const views: object[] = [];
  const state = { viewsFail: false };
  const tx = {
    audit: { append: async (entry: object) => void events.push(['audit', entry]) },
    idempotency: {
      finish: async (_key: unknown, answer: unknown) => void events.push(['finish', answer]),
      hold: async () => void events.push(['hold']),
    },
    wake: (wakeUp: object) => void events.push(['wake', wakeUp]),
  };
  const store = {
    idempotency: {
      begin: async (key: object) => {
        events.push(['begin', key]);
        return kept;
      },
      finish: async (_key: unknown, answer: unknown) => void events.push(['refuse', answer]),
      abandon: async () => void events.push(['abandon']),
    },
    transaction: async (work: (given: unknown) => Promise<unknown>) => {
      events.push(['transaction']);
      return await work(tx);
    },
    recordViews: {
      again: async (view: object) => {
        if (state.viewsFail) throw new Error('the disk is full');
        views.push(view);
        return true;
      },
    },
  };
  const tools = {
    store,
    clock,
    sealer: { seal: (text: string) => `sealed ${text}`, open: (text: string) => text.replace('sealed ', '') },
    fingerprintSecret: new Uint8Array(32),
    views: createViewNotes({ store: store as never, clock, log: silentLog }),
  } as unknown as RouteTools;
  const definition: RouteDefinition<RouteTools> = {
    method: 'GET',
    path: '/v1/things',
    operationId: 'listThings',
    summary: 'Things',
    tag: 'Devices',
    scope: null,
    extension: false,
    responses: { 200: ANY, 201: ANY },
    handle: async () => ({ status: 200, body: { a: 1 } }),
    ...over,
  };
  const app = Fastify();
  app.setValidatorCompiler(createValidatorCompiler([]));
  app.setSerializerCompiler(createSerializerCompiler([]));
  app.decorateRequest('caller', null);
  app.decorateRequest('charge', null);
  app.addHook('onRequest', async (request, reply) => {
    request.caller = caller;
    request.charge = charge;
    const { access, definition: declared } = request.routeOptions.config;
    configs.push({ access, declared });
    onRequest(reply);
  });
  app.setErrorHandler((error, _request, reply) => {
    const fault = faultOf(error);
    return reply.code(fault.status).send({ code: fault.code, detail: fault.detail });
  });
  mountRoute(app, definition, { tools, cursors: createCursors(new Uint8Array(32)) });
  const ask = (options: InjectOptions = {}): Promise<LightMyRequestResponse> =>
    app.inject({ method: definition.method, url: '/v1/things', ...options });
  return { ask, events, views, configs, state, clock, definition };
}

const post = { method: 'POST' as const, responses: { 201: ANY }, tag: 'Policies' };
const KEYED = { headers: { 'idempotency-key': 'ticket-1' } };
const names = (events: readonly unknown[][]) => events.map(([name]) => name);

t.test('a route is mounted at its address, for callers or, if it is open, for everybody', async (t) => {
  const { ask, configs, definition } = await scene({
    path: '/v1/things/{id}/parts/{partId}',
    params: Type.Object({ id: Type.String(), partId: Type.String() }),
    handle: async ({ params }) => ({ status: 200, body: params }),
  });
  const answer = await ask({ url: '/v1/things/a/parts/b' });
  t.same(answer.json(), { id: 'a', partId: 'b' });
  t.same(configs, [{ access: 'caller', declared: definition }]);
  const open = await scene({ open: true });
  await open.ask();
  hasFields(t, open.configs, [{ access: 'sign-in' }]);
});

t.test('a query is closed, and lists and other forms have parameters of their own', async (t) => {
  const query = Type.Object({ user: Type.Optional(Type.String()) });
  const plain = await scene({ query, handle: async ({ query }) => ({ status: 200, body: query }) });
  t.same((await plain.ask({ url: '/v1/things?user=ana' })).json(), { user: 'ana' });
  for (const url of [
    '/v1/things?usr=ana',
    '/v1/things?page=2',
    '/v1/things?format=csv',
    '/v1/things?limit=1',
  ])
    t.equal((await plain.ask({ url })).statusCode, 400, url);
  const list = await scene({
    list: { sortable: ['name'], defaultSort: 'name' },
    formats: { csv: 'text/csv' },
  });
  for (const url of ['/v1/things?page=2&limit=1', '/v1/things?format=csv', '/v1/things?format=json'])
    t.equal((await list.ask({ url })).statusCode, 200, url);
  for (const url of ['/v1/things?user=ana', '/v1/things?format=pdf'])
    t.equal((await list.ask({ url })).statusCode, 400, url);
});

t.test('a body that a call needs must be there, unless it is optional', async (t) => {
  const body = Type.Object({ a: Type.Optional(Type.Number()) });
  const handle: RouteDefinition<RouteTools>['handle'] = async ({ body }) => ({ status: 201, body });
  const needed = await scene({ ...post, body, handle });
  t.equal((await needed.ask()).json().code, 'empty_body');
  t.same((await needed.ask({ payload: { a: 1 } })).json(), { a: 1 });
  const nothing = { payload: 'null', headers: { 'content-type': 'application/json' } };
  t.equal((await needed.ask(nothing)).statusCode, 400);
  const optional = await scene({ ...post, body, bodyOptional: true, handle });
  for (const payload of [{}, nothing]) t.same((await optional.ask(payload)).json(), {});
  t.same((await optional.ask({ payload: { a: 1 } })).json(), { a: 1 });
  const none = await scene({ ...post, handle: async () => ({ status: 201, body: 'done' }) });
  t.equal((await none.ask()).statusCode, 201);
});

t.test('a handler hears that its client has gone, also if that was before it asked', async (t) => {
  const signals: AbortSignal[] = [];
  const during = await scene({
    handle: async ({ gone }) => {
      signals.push(gone);
      t.equal(gone.aborted, false);
      return { status: 200, body: {} };
    },
  });
  await during.ask();
  t.equal(signals[0]?.aborted, true, 'when the answer is over');
  const before = await scene(
    {
      handle: async ({ gone }) => {
        signals.push(gone);
        return { status: 200, body: {} };
      },
    },
    { onRequest: (reply) => reply.raw.destroy() },
  );
  await before.ask().catch(() => undefined);
  t.equal(signals[1]?.aborted, true);
});

t.test('who must be known and is not is a fault of ours', async (t) => {
  const { ask } = await scene(
    { handle: async ({ caller }) => ({ status: 200, body: caller }) },
    { caller: null },
  );
  hasFields(t, (await ask()).json(), { code: 'internal_error' });
});

t.test('If-Match lets a change pass that knows the version', async (t) => {
  const { ask } = await scene({
    handle: async (request) => {
      request.checkIfMatch(42);
      return { status: 200, body: {} };
    },
  });
  for (const tag of [
    undefined,
    '*',
    ' * ',
    '"42"',
    '"42-Ab_9"',
    ' "41" , "42-x" ',
    '"42-"',
    'W/"42"',
    '"41", W/"42-x"',
  ])
    t.equal(
      (await ask({ headers: tag === undefined ? {} : { 'if-match': tag } })).statusCode,
      200,
      String(tag),
    );
  for (const tag of [
    '"41"',
    '42',
    '"420"',
    '"42',
    'w/"42"',
    'W/ "42"',
    'W/"41"',
    '"42 x"',
    '"42-x!"',
    'x"42"',
    '"42"x',
    '',
  ])
    hasFields(t, (await ask({ headers: { 'if-match': tag } })).json(), { code: 'precondition_failed' }, tag);
  const { detail } = (await ask({ headers: { 'if-match': ` "${'x'.repeat(300)}"` } })).json();
  t.equal(
    detail,
    `"If-Match" names "${'x'.repeat(199)}, but the ETag is "42" now: read it again, and send the ETag of that answer.`,
  );
});

t.test('what a call changed is noted in the transaction of the change', async (t) => {
  const { ask, events, clock } = await scene({
    ...post,
    handle: async ({ transact }) =>
      await transact(async (_tx, key) => {
        t.equal(key, null);
        return { status: 201, body: { a: 1 }, audit: NOTE };
      }),
  });
  t.equal((await ask()).statusCode, 201);
  t.same(names(events), ['transaction', 'audit', 'wake']);
  hasFields(t, events[1], ['audit', { ...NOTE, actor: 'key_1', organisationId: 7, at: clock.now() }]);
  t.same(events[2], ['wake', { kind: 'changed', id: NOTE.target }]);
});

t.test('an effect that goes on is held until its end, which gives the answer', async (t) => {
  const { ask, events } = await scene({
    ...post,
    handle: async ({ transact }) =>
      await transact(async () => ({
        status: 202,
        rest: async () => ({ status: 201, body: { done: true } }),
      })),
  });
  const answer = await ask(KEYED);
  t.same([answer.statusCode, answer.json()], [201, { done: true }]);
  t.same(names(events), ['begin', 'transaction', 'hold']);
});

t.test('a secret answer is kept sealed', async (t) => {
  const secret = await scene({
    ...post,
    secretAnswer: true,
    handle: async () => ({ status: 201, body: { key: 'sg_1' } }),
  });
  const answer = await secret.ask(KEYED);
  hasFields(t, secret.events[1], ['refuse', { body: 'sealed {"body":{"key":"sg_1"}}', sealed: true }]);
  t.equal(answer.headers['cache-control'], 'no-store');
});

t.test('a key counts where repeats are kept: not for reading, signing in or a cookie', async (t) => {
  for (const over of [{}, { ...post, open: true }, { ...post, unrepeatable: true }] as const) {
    const { ask, events } = await scene({ ...over, handle: async () => ({ status: 201, body: {} }) });
    await ask(KEYED);
    t.same(events, []);
  }
});

t.test('a refusal of the handler is final and kept; a limit or a failure of ours is not', async (t) => {
  for (const [error, outcome] of [
    [new Fault('not_found', 'No.'), 'refuse'],
    [new Fault('conflict', 'No.'), 'refuse'],
    [new Fault('validation_failed', 'No.'), 'abandon'],
    [new Fault('missing_api_key', 'No.'), 'abandon'],
    [new Fault('insufficient_scope', 'No.'), 'abandon'],
    [new Fault('rate_limited', 'No.'), 'abandon'],
    [new Fault('internal_error', 'No.'), 'abandon'],
    [new Fault('unavailable', 'No.'), 'abandon'],
    [new Error('odd'), 'abandon'],
  ] as const) {
    const { ask, events } = await scene({ ...post, handle: () => Promise.reject(error) });
    const { statusCode } = await ask(KEYED);
    t.same(names(events), ['begin', outcome], error.message);
    t.ok(statusCode >= 400);
    if (outcome !== 'refuse') continue;
    const [, answer] = events[1] as [
      string,
      { readonly status: number; readonly body: string; headers: object },
    ];
    t.same(
      [answer.status, answer.headers],
      [statusCode, { 'content-type': 'application/problem+json; charset=utf-8' }],
    );
    hasFields(t, JSON.parse(answer.body).body, { status: statusCode, detail: 'No.', instance: '/v1/things' });
  }
});

t.test('a failure behind the effect does not take back the answer that was kept with it', async (t) => {
  const { ask, events } = await scene({
    ...post,
    handle: async ({ transact }) => {
      await transact(async () => ({ status: 201, body: {} }));
      throw new Fault('not_found', 'Gone since.');
    },
  });
  t.equal((await ask(KEYED)).statusCode, 404);
  t.same(names(events), ['begin', 'transaction', 'finish']);
});

t.test('a kept refusal is replayed as the problem that it was', async (t) => {
  const response = {
    status: 409,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    body: '{"body":{"code":"conflict","detail":"No."}}',
    sealed: false,
  };
  const { ask } = await scene(post, { kept: { kind: 'done', response } });
  const answer = await ask(KEYED);
  t.same(answer.json(), { code: 'conflict', detail: 'No.' });
  t.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
});

t.test('a list is read as it was asked for', async (t) => {
  const asked: object[] = [];
  const { ask, clock } = await scene({
    list: {
      sortable: ['name'],
      defaultSort: 'name',
      timeRange: { defaultMs: 1_000, maxMs: 5_000 },
    },
    handle: async ({ page }) =>
      await page(
        { user: 'ana' },
        async (query) => {
          asked.push(query);
          return { rows: [1], total: 1, totalIsEstimate: false, hasMore: false, last: null } as never;
        },
        (row) => ({ row }),
      ),
  });
  const answer = await ask({ url: '/v1/things?limit=7&sort=-name' });
  hasFields(t, answer.json(), { data: [{ row: 1 }], total: 1, limit: 7 });
  hasFields(t, asked, [
    {
      organisationId: 7,
      filter: { user: 'ana' },
      sort: [{ field: 'name', descending: true }],
      limit: 7,
      range: { to: Number },
    },
  ]);
  t.ok(clock.now() > 0);
  const plain = await scene({
    list: { sortable: ['name'], defaultSort: 'name' },
    handle: async ({ page }) =>
      await page(
        {},
        async (query) => {
          asked.push(query);
          return { rows: [], total: 0, totalIsEstimate: false, hasMore: false, last: null } as never;
        },
        String,
      ),
  });
  await plain.ask();
  t.notOk('range' in (asked[1] ?? {}), 'a list without a range has none');
});

t.test('a look at a list tells the time that was asked for', async (t) => {
  const { ask, views } = await scene({
    view: { action: 'logs.viewed' },
    list: {
      sortable: ['at'],
      defaultSort: '-at',
      timeRange: { defaultMs: 1_000, maxMs: 5_000 },
    },
    handle: async ({ page }) =>
      await page(
        {},
        async () => ({ rows: [1], total: 1, totalIsEstimate: false, hasMore: false, last: null }) as never,
        String,
      ),
  });
  await ask();
  hasFields(t, views, [{ range: { to: Number } }]);
});

t.test('answers about people are stored by nobody, those about other things only by who asked', async (t) => {
  for (const [over, control] of [
    [{ tag: 'Devices' }, 'no-store'],
    [{ tag: 'Something new' }, 'no-store'],
    [{ tag: 'Policies' }, 'private, no-cache'],
    [{ tag: 'Webhooks' }, 'private, no-cache'],
    [{ tag: 'Policies', personal: true }, 'no-store'],
    [{ tag: 'Devices', personal: false }, 'private, no-cache'],
    [{ tag: 'Policies', secretAnswer: true }, 'no-store'],
    [{ tag: 'Policies', personal: false, secretAnswer: true }, 'no-store'],
  ] as const)
    t.equal((await (await scene(over)).ask()).headers['cache-control'], control, JSON.stringify(over));
});

t.test('what has a version has an ETag, and is not sent again to who has it', async (t) => {
  const handle = async (): Promise<Reply> => ({ status: 200, body: { a: 1 }, version: 3 });
  const { ask } = await scene({ handle });
  const first = await ask();
  const tag = String(first.headers.etag);
  t.match(tag, /^"3-[\w-]{16}"$/);
  t.same(first.json(), { a: 1 });
  const again = await ask({ headers: { 'if-none-match': tag } });
  t.same([again.statusCode, again.body, again.headers.etag], [304, '', tag]);
  t.equal((await ask({ headers: { 'if-none-match': '"2-x"' } })).statusCode, 200);
  const changed = await scene({ ...post, responses: { 200: ANY }, handle });
  t.equal(
    (await changed.ask({ headers: { 'if-none-match': tag } })).statusCode,
    200,
    'a change is always answered',
  );
  t.notOk('etag' in (await (await scene({})).ask()).headers);
});

t.test('header fields of an answer are set, and a Link joins what is there', async (t) => {
  const headers = { link: '<b>; rel="next"', location: '/v1/things/1' };
  const over: Partial<RouteDefinition<RouteTools>> = {
    handle: async () => ({ status: 200, body: {}, headers }),
  };
  const alone = await (await scene(over)).ask();
  t.same([alone.headers.link, alone.headers.location], ['<b>; rel="next"', '/v1/things/1']);
  const onRequest = (reply: FastifyReply) => reply.headers({ link: '<a>; rel="deprecation"', location: '/' });
  const joined = await (await scene(over, { onRequest })).ask();
  t.same(
    [joined.headers.link, joined.headers.location],
    ['<a>; rel="deprecation", <b>; rel="next"', '/v1/things/1'],
  );
});
