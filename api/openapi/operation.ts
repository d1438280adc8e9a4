import { STATUS_CODES } from 'node:http';
import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../../contracts/errors.ts';
import { ROLES, type Role } from '../../contracts/roles.ts';
import { neededScopes } from '../http/authentication/permission.ts';
import { EVENT_STREAM } from '../http/headers/negotiation.ts';
import { SHARED_PARAMETERS } from '../http/lists/list-request.ts';
import type { RouteDefinition } from '../http/route.ts';
import { querySchema } from '../http/route-schema.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { type HEADERS, headersOf, type PARAMETERS } from './headers.ts';
import type { Json } from './schemas.ts';

/** One operation of the document. */
export type Operation = Readonly<Record<string, unknown>> & {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Json>>;
};

/** Describes operations, and collects their named answers and parameters. */
export interface Operations {
  readonly responses: Readonly<Record<string, Json>>;
  readonly parameters: Readonly<Record<string, Json>>;
  describe(route: RouteDefinition): Operation;
}

export function createOperations(): Operations {
  const responses: Record<string, Json> = {};
  const parameters: Record<string, Json> = {};
  const shared = (kind: 'responses' | 'parameters', name: string, part: Json): Json => {
    const parts = kind === 'responses' ? responses : parameters;
    parts[name] ??= part;
    return { $ref: `#/components/${kind}/${name}` };
  };

  const refusals = (route: RouteDefinition): Record<string, Json> =>
    Object.fromEntries(
      refusalsOf(route).map(([status, codes]) => [
        status,
        shared('responses', refusalName(status, codes), refusal(status, codes)),
      ]),
    );
  const successes = (route: RouteDefinition): Record<string, Json> =>
    Object.fromEntries(
      Object.entries(route.responses).map(([status, schema]) => {
        const answer = {
          description: descriptionOf(status),
          headers: headersOf(status, headersOfCall(route)),
        };
        if (schema === null) return [status, shared('responses', reasonOf(status), answer)];
        const content =
          route.stream === true ? { [EVENT_STREAM]: { schema } } : contentOf(schema, route.formats);
        return [status, { ...answer, content }];
      }),
    );
  const notModified = (): Json =>
    shared('responses', reasonOf('304'), {
      description: 'Nothing has changed; no body',
      headers: headersOf('304', ['ETag']),
    });
  const parametersOf = (route: RouteDefinition): Json => {
    const described = [
      ...membersOf(querySchema(route), 'query').map((parameter) => {
        const name = SHARED_PARAMETERS.get(parameter.schema as TSchema);
        const part = withDescription(parameter);
        return name === undefined ? part : shared('parameters', name, part);
      }),
      ...membersOf(route.params, 'path').map((parameter) => {
        const name = pathParameterName(String(parameter.name), route.path);
        return shared('parameters', name, withDescription(parameter));
      }),
      ...requestFields(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ];
    return described.length === 0 ? {} : { parameters: described };
  };

  return {
    responses,
    parameters,
    describe: (route) => ({
      operationId: route.operationId,
      summary: route.summary,
      description: `${route.description ?? ''} ${needsOf(route)}`.trim(),
      tags: [route.tag],
      ...marksOf(route),
      ...parametersOf(route),
      ...(route.body === undefined ? {} : { requestBody: bodyOf(route, route.body) }),
      responses: {
        ...successes(route),
        ...(isConditional(route) ? { 304: notModified() } : {}),
        ...refusals(route),
      },
    }),
  };
}

/** Who may call the operation, and other facts for programs. */
function marksOf(route: RouteDefinition): Json {
  const { roles, alsoRoles, extension, deprecated, list } = route;
  return {
    security: securityOf(route),
    ...(roles === undefined ? {} : { 'x-roles': roles }),
    ...(alsoRoles === undefined ? {} : { 'x-also-roles': alsoRoles }),
    ...(extension ? { 'x-extension': true } : {}),
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(list === undefined ? {} : { 'x-redoclyPagination': PAGINATION }),
  };
}

const PAGINATION = { style: 'page', offsetParam: 'page', limitParam: 'limit', items: '/data' };

function securityOf(route: RouteDefinition): readonly Json[] {
  if (route.open === true) return [];
  return route.roles === undefined ? [{ apiKey: neededScopes(route) }] : [{ session: [] }];
}

/** A sentence about any call: its requirements, and whether it is an addition to the specification. */
function needsOf(route: RouteDefinition): string {
  const needs = credentialOf(route);
  return route.extension ? `${needs} An extension of the specification.` : needs;
}

function credentialOf(route: RouteDefinition): string {
  if (route.open === true) return 'Needs no key.';
  if (route.roles !== undefined)
    return `Needs a dashboard session${withRole(route.roles)}; no API key opens it.`;
  const scopes = neededScopes(route).map((scope) => `\`${scope}\``);
  if (scopes.length === 0) return 'Any valid key may call it.';
  return `Needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(' and ')}.`;
}

function withRole(roles: readonly Role[]): string {
  if (ROLES.every((role) => roles.includes(role))) return '';
  return ` with the role ${roles.map((role) => `\`${role}\``).join(' or ')}`;
}

/** Only a `GET` of a single resource can be conditional (RFC 9110, 13.1.2). */
function isConditional({ method, list, stream }: RouteDefinition): boolean {
  return method === 'GET' && list === undefined && stream !== true;
}

/** Header fields of a request that follow from the kind of call. */
function requestFields(route: RouteDefinition): readonly (keyof typeof PARAMETERS)[] {
  const { method, roles, open, faults = [] } = route;
  const isChange = method === 'PATCH' || method === 'DELETE';
  return [
    ...(roles !== undefined && open !== true && method !== 'GET' ? (['CsrfToken'] as const) : []),
    // A sign-in has no caller yet, so a repeat could not be recognised.
    ...(method === 'POST' && open !== true ? (['IdempotencyKey'] as const) : []),
    ...(isChange && faults.includes('precondition_failed') ? (['IfMatch'] as const) : []),
    ...(isConditional(route) ? (['IfNoneMatch'] as const) : []),
    ...(route.waits === true ? (['Prefer'] as const) : []),
    ...(route.stream === true ? (['LastEventId'] as const) : []),
  ];
}

/** Header fields of a success that follow from the kind of call. */
function headersOfCall(route: RouteDefinition): readonly (keyof typeof HEADERS)[] {
  const { method, open, list } = route;
  return [
    ...(list !== undefined ? (['Link'] as const) : []),
    ...(method === 'POST' && open !== true ? (['Idempotent-Replayed'] as const) : []),
    ...(method === 'PATCH' || isConditional(route) ? (['ETag'] as const) : []),
    ...(route.waits === true ? (['Preference-Applied'] as const) : []),
  ];
}

function membersOf(schema: TSchema | undefined, place: 'path' | 'query'): readonly Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, inner]) => ({
    in: place,
    name,
    required: required.includes(name),
    schema: inner,
  }));
}

/** Moves the description from the schema of a parameter to the parameter. */
function withDescription(parameter: Json): Json {
  const { description, ...schema } = parameter.schema as Json;
  return description === undefined ? parameter : { ...parameter, schema, description };
}

/** `id` is named after the segment before it: `/v1/devices/{id}` has a `DeviceId`. */
function pathParameterName(name: string, path: string): string {
  if (name !== 'id') return pascalCase(name);
  const [, collection = ''] = /([a-z-]+)\/\{id\}/.exec(path) ?? [];
  const one = collection.replace(/ies$|(?<=us|ch)es$|s$/, (ending) => (ending === 'ies' ? 'y' : ''));
  return `${pascalCase(one)}Id`;
}

function bodyOf({ method, bodyOptional }: RouteDefinition, schema: TSchema): Json {
  const types = ['application/json', ...(method === 'PATCH' ? ['application/merge-patch+json'] : [])];
  return {
    required: bodyOptional !== true,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

/** Longest answer in another form (characters). A report as a page has some 20,000; names of units and domains may be long. */
const MAX_TEXT_ANSWER = 1_048_576;

/** A body, with its other forms. */
function contentOf(schema: TSchema, formats: RouteDefinition['formats'] = {}): Json {
  const text = { schema: { type: 'string', maxLength: MAX_TEXT_ANSWER } };
  const others = Object.values(formats).map((type) => [type, text]);
  return { 'application/json': { schema }, ...Object.fromEntries(others) };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  201: 'Made',
  202: 'Accepted; it happens later',
  204: 'No body',
};

function descriptionOf(status: string): string {
  return DESCRIPTIONS[status] ?? 'The answer';
}

/** Error codes of every call with a key. */
const COMMON_CODES: readonly ErrorCode[] = [
  'validation_failed',
  'unknown_parameter',
  'malformed_target',
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'session_ended',
  'plan_required',
  'insufficient_scope',
  'ip_not_allowed',
  'csrf_refused',
  'not_acceptable',
  'rate_limited',
];

const BODY_CODES: readonly ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
];

const ANY_FAILURE = 'internal_error, unavailable';

/** The statuses of refusals, each with its codes as the document writes them. */
function refusalsOf(route: RouteDefinition): readonly (readonly [status: string, codes: string])[] {
  const codes = new Set<ErrorCode>([...COMMON_CODES, ...(route.faults ?? [])]);
  if (route.path.includes('{')) codes.add('not_found');
  if (route.list !== undefined) codes.add('invalid_cursor');
  if (route.list?.pageWindow !== undefined) codes.add('page_window_exceeded');
  if (route.body !== undefined) for (const code of BODY_CODES) codes.add(code);
  if (route.method === 'POST') codes.add('idempotency_key_reused').add('idempotency_in_progress');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [
    ...[...byStatus].map(([status, names]) => [String(status), names.join(', ')] as const),
    ...(byStatus.has(500) ? [] : [['500', ANY_FAILURE] as const]),
    ['4XX', 'Any other refusal'],
    ['5XX', ANY_FAILURE],
  ];
}

function refusal(status: string, codes: string): Json {
  return {
    description: codes,
    headers: headersOf(status),
    content: { 'application/problem+json': { schema: ref('Problem') } },
  };
}

/**
 * Names a refusal after its codes: `ConflictOrIdempotencyInProgress`. The codes that every call has for a status count together under the
 * name of the status: `BadRequestOrInvalidJson`.
 */
function refusalName(status: string, codes: string): string {
  const names = codes.split(', ');
  const isCommon = (code: string): boolean => COMMON_CODES.some((common) => common === code);
  const common = names.some(isCommon) ? [reasonOf(status)] : [];
  return [...common, ...names.filter((code) => !isCommon(code)).map(pascalCase)].join('Or');
}

/** `NotFound` of 404 (RFC 9110, 15). */
function reasonOf(status: string): string {
  return pascalCase(STATUS_CODES[status] ?? '');
}

function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
