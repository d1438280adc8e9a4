import t from 'tap';
import { Type } from 'typebox';
import { declaredResponses, operationSchema } from '../../../../api/http/operation-schema.ts';
import type { RouteDefinition } from '../../../../api/http/route.ts';
import { hasFields } from '../../../support/has-fields.ts';

const THING = Type.Object({ a: Type.Integer() });

function route(over: Partial<RouteDefinition> = {}): RouteDefinition {
  return {
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
  };
}

/** The codes that the document names for a status. */
function codesOf(over: Partial<RouteDefinition>, status: string): readonly string[] {
  const response = declaredResponses(route(over))[status] as { readonly description?: string } | undefined;
  return response?.description?.split(', ') ?? [];
}

t.test('a plain call says what it is, who may call it and what it answers', async (t) => {
  t.strictSame(operationSchema(route()), {
    operationId: 'listThings',
    summary: 'Things',
    tags: ['Devices'],
    security: [{ apiKey: ['devices:read'] }],
    response: { 200: THING },
  });
});

t.test('what is special about a call is said of it alone', async (t) => {
  const schema = operationSchema(
    route({
      description: 'All of them.',
      extension: true,
      deprecated: { since: '', sunset: '', link: '' },
      list: { sortable: ['a'], defaultSort: 'a' },
      alsoRoles: ['owner'],
      alsoScopes: ['users:read'],
    }),
  );
  hasFields(t, schema, {
    description: 'All of them.',
    'x-extension': true,
    deprecated: true,
    'x-redoclyPagination': { style: 'page', offsetParam: 'page', limitParam: 'limit', items: '/data' },
    'x-also-roles': ['owner'],
    security: [{ apiKey: ['devices:read', 'users:read'] }],
    'x-roles': undefined,
  });
});

t.test('a call is for keys, for people with a role, or for everybody', async (t) => {
  t.same(operationSchema(route({ scope: null })).security, [{ apiKey: [] }]);
  const people = operationSchema(route({ scope: null, roles: ['owner'] }));
  t.same([people.security, people['x-roles']], [[{ session: [] }], ['owner']]);
  t.same(operationSchema(route({ open: true, roles: ['owner'] })).security, []);
});

t.test('an answer without a body, and one in several forms, are told as such', async (t) => {
  hasFields(t, operationSchema(route({ responses: { 204: null } })).response, {
    204: { type: 'null', description: 'No body' },
  });
  const text = { schema: { type: 'string', maxLength: 1_048_576 } };
  const formats = { csv: 'text/csv', html: 'text/html' };
  t.same(operationSchema(route({ formats })).response, {
    200: {
      description: 'The answer',
      content: { 'application/json': { schema: THING }, 'text/csv': text, 'text/html': text },
    },
  });
});

t.test('the document names the refusals of a call by status, in order', async (t) => {
  const responses = declaredResponses(route());
  t.same(Object.keys(responses), ['200', '400', '401', '402', '403', '406', '429', '4xx', '5xx']);
  t.same(codesOf({}, '401'), ['missing_api_key', 'invalid_api_key', 'expired_api_key', 'revoked_api_key']);
  hasFields(t, responses, {
    400: { content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } } },
    '4xx': { description: 'Any other refusal' },
    '5xx': { description: 'internal_error, unavailable' },
  });
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
  t.notOk(
    codesOf({ list: { sortable: ['a'], defaultSort: 'a' } }, '400').includes('page_window_exceeded'),
    'a list without a window',
  );
});
