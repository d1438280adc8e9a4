import { type TSchema, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../../contracts/errors.ts';
import { neededScopes } from './authentication/permission.ts';
import type { RouteDefinition } from './route.ts';
import { ref } from './schemas/schema-ref.ts';

/** What Fastify and the OpenAPI document need to know of a declared endpoint beside its inputs. */
export function operationSchema(definition: RouteDefinition): Record<string, unknown> {
  const { operationId, summary, description, tag, extension, responses, roles, alsoRoles } = definition;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: securityOf(definition),
    ...(roles === undefined ? {} : { 'x-roles': roles }),
    ...(alsoRoles === undefined ? {} : { 'x-also-roles': alsoRoles }),
    ...(extension ? { 'x-extension': true } : {}),
    ...(definition.deprecated === undefined ? {} : { deprecated: true }),
    ...(definition.list === undefined ? {} : { 'x-redoclyPagination': PAGINATION }),
    response: successes(responses, definition.formats),
  };
}

/**
 * All answers of a call, for the document. Fastify is told of the successes alone: it would build a serializer for each refusal of each call, which took the
 * start of the server seconds, and problems are written without one.
 */
export function declaredResponses(definition: RouteDefinition): Readonly<Record<string, TSchema>> {
  return {
    ...successes(definition.responses, definition.formats),
    ...Object.fromEntries(problems(definition)),
  };
}

function successes(
  responses: RouteDefinition['responses'],
  formats: RouteDefinition['formats'],
): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [status, inFormats(schema ?? NOTHING, formats)]),
  );
}

/** A report as a page is some 20,000 characters; names of units and domains may be long. */
const MAX_TEXT_ANSWER = 1_048_576;

/** A body that can be had as text of other types too. */
function inFormats(schema: TSchema, formats: RouteDefinition['formats']): TSchema {
  if (formats === undefined) return schema;
  const text = { schema: { type: 'string', maxLength: MAX_TEXT_ANSWER } };
  const others = Object.values(formats).map((type) => [type, text]);
  const content = { 'application/json': { schema }, ...Object.fromEntries(others) };
  return { description: 'The answer', content } as unknown as TSchema;
}

function securityOf(definition: RouteDefinition): readonly Record<string, readonly string[]>[] {
  if (definition.open === true) return [];
  if (definition.roles !== undefined) return [{ session: [] }];
  return [{ apiKey: neededScopes(definition) }];
}

const PAGINATION = { style: 'page', offsetParam: 'page', limitParam: 'limit', items: '/data' };

const NOTHING = Type.Null({ description: 'No body' });

/** Codes that every call with a key can meet. */
export const COMMON_CODES: readonly ErrorCode[] = [
  'validation_failed',
  'unknown_parameter',
  'malformed_target',
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
  const codes = new Set<ErrorCode>([...COMMON_CODES, ...(definition.faults ?? [])]);
  if (definition.path.includes('{')) codes.add('not_found');
  if (definition.list !== undefined) codes.add('invalid_cursor');
  if (definition.list?.pageWindow !== undefined) codes.add('page_window_exceeded');
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

const BODY_CODES: readonly ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
];

function problem(description: string): TSchema {
  return {
    description,
    content: { 'application/problem+json': { schema: ref('Problem') } },
  } as unknown as TSchema;
}
