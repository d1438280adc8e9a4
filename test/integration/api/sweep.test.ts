import t from 'tap';
import { openApiDocument } from '../../../api/openapi/document.ts';
import { SCOPES, type Scope } from '../../../contracts/scopes.ts';
import { type RestServer, startRestServer, strangeId } from './rest-server.ts';

/** What the published document says, put to the running server: every operation, not the ones that somebody thought of. */
interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly scope: Scope | null;
  readonly open: boolean;
  /** For people signed in to the dashboard alone: roles.test.ts sweeps these. */
  readonly ofPeople: boolean;
  readonly withBody: boolean;
}

interface DocumentShape {
  readonly paths: Record<
    string,
    Record<string, { operationId: string; security?: Record<string, string[]>[]; requestBody?: unknown }>
  >;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const document = (await openApiDocument()) as unknown as DocumentShape;
const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, operation]) => {
      const scopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        scope: (scopes[0] as Scope | undefined) ?? null,
        open: operation.security !== undefined && operation.security.length === 0,
        ofPeople: (operation.security ?? []).some((one) => 'session' in one),
        withBody: operation.requestBody !== undefined,
      };
    }),
);
const keyed = operations.filter(({ open, ofPeople }) => !open && !ofPeople);

const PREFIX_OF: Readonly<Record<string, string>> = {
  devices: 'dev',
  commands: 'cmd',
  webhooks: 'whk',
  campuses: 'cam',
  'enrollment-tokens': 'enr',
  users: 'usr',
  ous: 'ou',
  alerts: 'alt',
  overrides: 'ovr',
  policies: 'pol',
  sessions: 'cls',
  batches: 'bat',
  keys: 'key',
  accounts: 'acc',
}; // prettier-ignore

/** The path with well-formed ids of nothing. */
const addressOf = (path: string): string =>
  path.replaceAll(
    /\/([a-z-]+)\/\{\w+\}/g,
    (_all, resource: string) => `/${resource}/${strangeId(PREFIX_OF[resource] ?? 'dev')}`,
  );

const sendTo = (
  server: RestServer,
  { method, path, withBody }: Operation,
  options: { key: string | null; query?: string },
) =>
  server.call(method, addressOf(path) + (options.query ?? ''), {
    key: options.key,
    ...(withBody ? { body: {} } : {}),
  });

t.test('the document has the operations of this issue', async (t) => {
  const ours = operations.map(({ method, path }) => `${method} ${path}`);
  for (const wanted of [
    'GET /v1/devices',
    'GET /v1/devices/{id}',
    'POST /v1/devices/{id}/command',
    'POST /v1/devices/{id}/lock',
    'POST /v1/webhooks',
    'PATCH /v1/devices/{id}',
    'DELETE /v1/devices/{id}',
    'GET /v1/commands',
    'GET /v1/commands/{id}',
    'GET /v1/devices/{id}/commands',
    'POST /v1/commands/{id}/cancel',
    'GET /v1/enrollment-tokens',
    'POST /v1/enrollment-tokens',
    'DELETE /v1/enrollment-tokens/{id}',
    'GET /v1/campuses',
    'GET /v1/campuses/{id}',
    'POST /v1/campuses',
    'PATCH /v1/campuses/{id}',
    'DELETE /v1/campuses/{id}',
    'GET /v1/webhooks',
    'GET /v1/webhooks/{id}',
    'PATCH /v1/webhooks/{id}',
    'DELETE /v1/webhooks/{id}',
    'GET /v1/webhooks/{id}/deliveries',
    'GET /v1/scopes',
    'GET /v1/users',
    'POST /v1/users',
    'POST /v1/users/batch',
    'GET /v1/users/{id}',
    'PATCH /v1/users/{id}',
    'DELETE /v1/users/{id}',
    'GET /v1/ous',
    'POST /v1/ous',
    'GET /v1/ous/{id}',
    'PATCH /v1/ous/{id}',
    'DELETE /v1/ous/{id}',
  ])
    t.ok(ours.includes(wanted), wanted); // prettier-ignore
  t.equal(
    new Set(operations.map(({ operationId }) => operationId)).size,
    operations.length,
    'operation ids are unique',
  );
});

t.test('every operation without a key is 401, whatever else is wrong with the call', async (t) => {
  // A new server now and then: without a key the bucket of an address holds 60.
  let server = await startRestServer(t);
  t.ok(keyed.length > 0);
  for (const [index, operation] of keyed.entries()) {
    if (index % 50 === 49) server = await startRestServer(t);
    const answer = await sendTo(server, operation, { key: null, query: '?nonsense=1' });
    t.match(answer, { status: 401, body: { code: 'missing_api_key' } }, operation.operationId);
    t.equal(answer.headers.get('www-authenticate'), 'Bearer realm="api"', operation.operationId);
    t.match(answer.headers.get('x-ratelimit-limit'), '60', operation.operationId);
  }
});

t.test(
  'a key with every scope but the one is 403 and says which it lacks; with exactly the one it passes',
  async (t) => {
    const server = await startRestServer(t);
    for (const scope of new Set(keyed.flatMap((one) => one.scope ?? []))) {
      const without = await server.makeKey({ scopes: SCOPES.filter((one) => one !== scope) });
      const only = await server.makeKey({ scopes: [scope] });
      for (const operation of keyed.filter((one) => one.scope === scope)) {
        const refused = await sendTo(server, operation, { key: without.key, query: '?nonsense=1' });
        t.match(
          refused,
          { status: 403, body: { code: 'insufficient_scope', requiredScopes: [scope] } },
          operation.operationId,
        );
        t.match(refused.headers.get('www-authenticate'), `error="insufficient_scope", scope="${scope}"`);
        const passed = await sendTo(server, operation, { key: only.key });
        t.notMatch(passed, { status: 403 }, `${operation.operationId} with ${scope} alone`);
        t.notMatch(passed, { status: 401 });
      }
    }
  },
);

t.test('a query parameter that an operation does not know is 400, on every operation', async (t) => {
  const server = await startRestServer(t);
  for (const operation of keyed) {
    const answer = await sendTo(server, operation, { key: server.key, query: '?nonsense=1' });
    t.match(answer, { status: 400 }, operation.operationId);
    t.ok(
      ['unknown_parameter', 'validation_failed', 'empty_body'].includes(answer.body.code),
      `${operation.operationId}: ${answer.body.code}`,
    );
  }
});

t.test('an id that is malformed, or of nothing, is 404 on every operation that takes one', async (t) => {
  const server = await startRestServer(t);
  for (const operation of keyed.filter(({ path, withBody }) => path.includes('{') && !withBody)) {
    t.match(
      await sendTo(server, operation, { key: server.key }),
      { status: 404, body: { code: 'not_found' } },
      operation.operationId,
    );
    for (const id of [
      'x',
      'dev_',
      strangeId('DEV'),
      `${strangeId('dev')}0`,
      strangeId('key'),
      '..%2f..%2fetc',
      '%00',
    ]) {
      const answer = await server.call(operation.method, operation.path.replaceAll(/\{\w+\}/g, id));
      t.match(answer, { status: 404, body: { code: 'not_found' } }, `${operation.operationId} with ${id}`);
    }
  }
});

t.test('every answer carries the rate limit, a request id and nosniff', async (t) => {
  const server = await startRestServer(t);
  for (const operation of operations) {
    const { headers } = await sendTo(server, operation, { key: server.key });
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      t.match(headers.get(name), /^\d+$/, `${operation.operationId} ${name}`);
    }
    t.match(headers.get('ratelimit-policy'), /^"default";q=\d+;w=60$/, operation.operationId);
    t.match(headers.get('ratelimit'), /^"default";r=\d+;t=\d+$/, operation.operationId);
    t.match(headers.get('x-request-id'), /^req_/, operation.operationId);
    t.equal(headers.get('x-content-type-options'), 'nosniff', operation.operationId);
  }
});

t.test('other methods of a known address are 405 with Allow', async (t) => {
  const server = await startRestServer(t);
  for (const path of new Set(keyed.map((one) => one.path))) {
    const known = operations.filter((one) => one.path === path).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !known.includes(one))) {
      const answer = await server.call(method, addressOf(path));
      t.match(answer, { status: 405, body: { code: 'method_not_allowed' } }, `${method} ${path}`);
      for (const one of known)
        t.ok(answer.headers.get('allow')?.split(', ').includes(one), `${path} allows ${one}`);
      t.match(answer.headers.get('x-ratelimit-limit'), '5000');
    }
  }
});
