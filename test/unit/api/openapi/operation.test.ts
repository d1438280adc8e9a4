import t from 'tap';
import { Type } from 'typebox';
import type { RouteDefinition } from '../../../../api/http/route.ts';
import { createOperations } from '../../../../api/openapi/operation.ts';
import { hasFields } from '../../../support/has-fields.ts';

const THING = Type.Object({ a: Type.Integer() });

const route = (over: Partial<RouteDefinition> = {}): RouteDefinition => ({
  method: 'GET',
  path: '/v1/things',
  operationId: 'listThings',
  summary: 'Things',
  tag: 'Devices',
  scope: 'devices:read',
  extension: false,
  responses: { 200: THING },
  handle: async () => ({ status: 200 }),
  ...over,
});

const describe = (over: Partial<RouteDefinition> = {}) => createOperations().describe(route(over));

/** The codes that the document names for a status. */
function codesOf(over: Partial<RouteDefinition>, status: string): readonly string[] {
  const operations = createOperations();
  const { responses } = operations.describe(route(over));
  const name = String(responses[status]?.$ref ?? '')
    .split('/')
    .at(-1);
  return String(operations.responses[name ?? '']?.description ?? '').split(', ');
}

t.test('what is special about a call is said of it alone', async (t) => {
  const plain = describe();
  hasFields(t, plain, { description: 'Needs the scope `devices:read`.', tags: ['Devices'] });
  for (const name of ['x-extension', 'deprecated', 'x-redoclyPagination', 'x-roles', 'x-also-roles'])
    t.notOk(name in plain, name);
  const special = describe({
    description: 'All of them.',
    extension: true,
    deprecated: { since: '', sunset: '', link: '' },
    list: { sortable: ['a'], defaultSort: 'a' },
    alsoRoles: ['owner'],
    alsoScopes: ['users:read'],
  });
  hasFields(t, special, {
    description:
      'All of them. Needs the scopes `devices:read` and `users:read`. An extension of the specification.',
    'x-extension': true,
    deprecated: true,
    'x-redoclyPagination': { style: 'page', offsetParam: 'page', limitParam: 'limit', items: '/data' },
    'x-also-roles': ['owner'],
    security: [{ apiKey: ['devices:read', 'users:read'] }],
  });
});

t.test('a call is for keys, for people with a role, or for everybody', async (t) => {
  t.same(describe({ scope: null }).security, [{ apiKey: [] }]);
  const people = describe({ scope: null, roles: ['owner'] });
  t.same([people.security, people['x-roles']], [[{ session: [] }], ['owner']]);
  t.same(describe({ open: true, roles: ['owner'] }).security, []);
});

t.test('a call names what it alone can refuse', async (t) => {
  for (const [over, status, code] of [
    [{ path: '/v1/things/{id}' }, '404', 'not_found'],
    [{ list: { sortable: ['a'], defaultSort: 'a' } }, '400', 'invalid_cursor'],
    [{ list: { sortable: ['a'], defaultSort: 'a', pageWindow: 10 } }, '400', 'page_window_exceeded'],
    [{ body: THING }, '400', 'invalid_json'],
    [{ body: THING }, '408', 'request_timeout'],
    [{ body: THING }, '413', 'body_too_large'],
    [{ body: THING }, '415', 'unsupported_media_type'],
    [{ method: 'POST' }, '409', 'idempotency_in_progress'],
    [{ method: 'POST' }, '422', 'idempotency_key_reused'],
    [{ faults: ['conflict'] }, '409', 'conflict'],
  ] as const) {
    t.ok(codesOf(over, status).includes(code), `${code}, ${status}`);
    t.notOk(codesOf({}, status).includes(code), `${code} not by every call`);
  }
});
