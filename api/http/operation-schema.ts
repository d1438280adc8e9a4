import { type TSchema, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../../contracts/errors.ts';
import type { RouteDefinition } from './route.ts';
import { ref } from './schema-ref.ts';

/** What Fastify and the OpenAPI document need to know of a declared endpoint beside its inputs. */
export function operationSchema(definition: RouteDefinition): Record<string, unknown> {
  const { operationId, summary, description, tag, scope, extension, responses } = definition;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: [{ apiKey: scope === null ? [] : [scope] }],
    ...(extension ? { 'x-extension': true } : {}),
    ...(definition.list === undefined ? {} : { 'x-redoclyPagination': PAGINATION }),
    response: Object.fromEntries([
      ...Object.entries(responses).map(([status, schema]) => [status, schema ?? NOTHING]),
      ...problems(definition),
    ]),
  };
}

const PAGINATION = { style: 'page', offsetParam: 'page', limitParam: 'limit', items: '/data' };

const NOTHING = Type.Null({ description: 'No body' });

/** Codes that every call with a key can meet. */
const COMMON: readonly ErrorCode[] = [
  'validation_failed',
  'unknown_parameter',
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'plan_required',
  'insufficient_scope',
  'ip_not_allowed',
  'not_acceptable',
  'rate_limited',
];

function problems(definition: RouteDefinition): readonly [string, TSchema][] {
  const codes = new Set<ErrorCode>([...COMMON, ...(definition.faults ?? [])]);
  if (definition.path.includes('{')) codes.add('not_found');
  if (definition.list !== undefined) codes.add('invalid_cursor');
  if (definition.body !== undefined) for (const code of BODY_CODES) codes.add(code);
  if (definition.method === 'POST') codes.add('idempotency_key_reused').add('idempotency_in_progress');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  const listed = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, names]): [string, TSchema] => [String(status), problem(names.join(', '))]);
  return [...listed, ['4xx', problem('Any other refusal')], ['5xx', problem('internal_error, unavailable')]];
}

const BODY_CODES: readonly ErrorCode[] = ['invalid_json', 'body_too_large', 'unsupported_media_type'];

function problem(description: string): TSchema {
  return {
    description,
    content: { 'application/problem+json': { schema: ref('Problem') } },
  } as unknown as TSchema;
}
