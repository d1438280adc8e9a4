import t from 'tap';
import type { OpenApiObject, Operation } from '../../../../api/openapi/open-api-object.ts';
import { shareParts } from '../../../../api/openapi/shared-parts.ts';

const refusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});
const id = (prefix: string) => ({ in: 'path', name: 'id', schema: { pattern: `^${prefix}_` } });
const query = (name: string, schema: object = {}) => ({ in: 'query', name, schema });

function documentOf(paths: Record<string, Partial<Operation>>): OpenApiObject {
  return {
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operation]) => [path, { get: { responses: {}, ...operation } }]),
    ),
    components: { schemas: {}, parameters: { Prefer: { in: 'header', name: 'Prefer' } } },
  };
}

const to = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

t.test('refusals are named after their codes, and what every call has after its status', (t) => {
  const document = documentOf({
    '/a': {
      responses: {
        '200': { description: 'The answer' },
        '304': { description: 'Nothing has changed; no body' },
        '400': refusal('validation_failed, invalid_json'),
        '409': refusal('conflict, idempotency_in_progress'),
        '4XX': refusal('Any other refusal'),
        '500': refusal('internal_error, unavailable'),
        '5XX': refusal('internal_error, unavailable'),
      },
    },
  });
  shareParts(document);
  t.same(document.paths['/a']?.get?.responses, {
    '200': { description: 'The answer' },
    '304': to('responses', 'NotModified'),
    '400': to('responses', 'BadRequestOrInvalidJson'),
    '409': to('responses', 'ConflictOrIdempotencyInProgress'),
    '4XX': to('responses', 'AnyOtherRefusal'),
    '500': to('responses', 'InternalErrorOrUnavailable'),
    '5XX': to('responses', 'InternalErrorOrUnavailable'),
  });
  t.same(
    (document.components.responses as Record<string, unknown>).BadRequestOrInvalidJson,
    refusal('validation_failed, invalid_json'),
  );
  t.end();
});

t.test('an answer that differs from the one of its name stays with its call', (t) => {
  const other = { ...refusal('not_found'), headers: { Link: {} } };
  const document = documentOf({
    '/a': { responses: { '404': refusal('not_found') } },
    '/b': { responses: { '404': other } },
  });
  shareParts(document);
  t.same(document.paths['/a']?.get?.responses['404'], to('responses', 'NotFound'));
  t.same(document.paths['/b']?.get?.responses['404'], other);
  t.end();
});

t.test('parameters that repeat get a name, ids that of their collection', (t) => {
  const document = documentOf({
    '/v1/policies/{id}': { parameters: [id('pol'), query('page')] },
    '/v1/policies/{id}/copy': { parameters: [id('pol')] },
    '/v1/campuses/{id}': {
      parameters: [id('cam'), query('page'), { $ref: '#/components/parameters/Prefer' }],
    },
    '/v1/campuses/{id}/open': { parameters: [id('cam'), query('once')] },
    '/v1/devices/{id}': { parameters: [id('dev')] },
  });
  shareParts(document);
  t.same(
    Object.values(document.paths).map(({ get }) => get?.parameters),
    [
      [to('parameters', 'PolicyId'), to('parameters', 'Page')],
      [to('parameters', 'PolicyId')],
      [to('parameters', 'CampusId'), to('parameters', 'Page'), to('parameters', 'Prefer')],
      [to('parameters', 'CampusId'), query('once')],
      [id('dev')],
    ],
  );
  t.same(document.components.parameters, {
    Prefer: { in: 'header', name: 'Prefer' },
    PolicyId: id('pol'),
    CampusId: id('cam'),
    Page: query('page'),
  });
  t.end();
});

t.test('a name stands for what most of the parameters so called are; where none is, each stays', (t) => {
  const document = documentOf({
    '/a': { parameters: [query('limit'), query('status', { enum: ['a'] })] },
    '/b': { parameters: [query('limit'), query('status', { enum: ['a'] })] },
    '/c': { parameters: [query('limit', { maximum: 1_000 }), query('status', { enum: ['c'] })] },
    '/d': { parameters: [query('status', { enum: ['d'] })] },
  });
  shareParts(document);
  t.same(Object.keys(document.components.parameters as object).sort(), ['Limit', 'Prefer']);
  t.same(document.paths['/c']?.get?.parameters, [
    query('limit', { maximum: 1_000 }),
    query('status', { enum: ['c'] }),
  ]);
  t.end();
});
