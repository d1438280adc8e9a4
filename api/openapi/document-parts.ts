import { portablePattern, withPlainText } from '../../contracts/rest/plain-text.ts';
import { ROLES, type Role } from '../../contracts/roles.ts';
import { ALL_SCOPES, isExtensionScope, SCOPE_DESCRIPTIONS } from '../../contracts/scopes.ts';
import { addConventions } from './conventions.ts';
import { eventOperations, TRUNCATED_EVENT_DATA } from './event-operations.ts';
import { hoistVariants } from './hoisted-variants.ts';
import { withNullTypes } from './null-types.ts';
import type { OpenApiObject, Operation } from './open-api-object.ts';
import { shareParts } from './shared-parts.ts';

const SCOPE_LIST = ALL_SCOPES.map(
  (scope) =>
    `- \`${scope}\`: ${SCOPE_DESCRIPTIONS[scope]}${isExtensionScope(scope) ? ' (an extension)' : ''}`,
).join('\n');

export const DOCUMENT_BASE = {
  openapi: '3.1.0',
  info: {
    title: 'Schoolgate REST API',
    version: '1.0.0',
    summary: 'Web filtering and device management for schools',
    description: `Every call carries \`Authorization: Bearer <API key>\`, unless it says that it needs a dashboard session or no key. A key has scopes:\n\n${SCOPE_LIST}\n\nWriting does not imply reading.`,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    contact: { name: 'Schoolgate', url: 'https://docs.schoolgate.example' },
  },
  servers: [
    {
      url: 'https://{server}',
      description: 'Your school server (production)',
      'x-internal': false,
      variables: { server: { default: 'schoolgate.example:8080', description: 'Host and port' } },
    },
  ],
  tags: [
    { name: 'Devices', description: 'Laptops with the agent' },
    { name: 'Commands', description: 'One-off orders to devices, with their life cycle' },
    {
      name: 'Enrollment',
      description: 'Tokens that let a device join, and devices that ask to be enrolled anew',
    },
    { name: 'Campuses', description: 'Where a device counts as being at school' },
    { name: 'Users', description: 'The roster: students, teachers, staff' },
    { name: 'Organisational units', description: 'The tree that users and devices belong to' },
    { name: 'Policies', description: 'What is filtered for whom and when, and why' },
    { name: 'Overrides', description: 'Temporary allows' },
    { name: 'Classroom', description: 'Lessons: what a class may see, for as long as it lasts' },
    { name: 'Logs', description: 'Decided requests' },
    { name: 'Activity', description: 'Visits, searches, videos, programs and sign-ins' },
    { name: 'Alerts', description: 'What somebody should look at' },
    { name: 'Reports', description: 'The week in figures' },
    { name: 'Webhooks', description: 'Signed events to your own servers' },
    { name: 'Events', description: 'What has happened, to be pulled' },
    { name: 'Keys', description: 'API keys' },
    { name: 'Scopes', description: 'What the key in use may do' },
    { name: 'Accounts', description: 'People who sign in to the dashboard, and their sessions' },
    { name: 'Audit', description: 'Who changed or looked at what' },
  ],
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http' as const,
        scheme: 'bearer',
        bearerFormat: 'sgk_(live|test)_…',
        description: 'An API key. The scopes that a call needs stand beside it.',
      },
      session: {
        type: 'apiKey' as const,
        in: 'cookie' as const,
        name: '__Host-schoolgate-8080',
        description:
          'The cookie of a dashboard session; its name ends with the server’s port, and on plain http it lacks `__Host-`. No API key opens these calls.',
      },
    },
  },
};

const integer = (description: string, maximum: number) => ({
  description,
  schema: { type: 'integer', minimum: 0, maximum },
});
const text = (description: string) => ({ description, schema: { type: 'string', maxLength: 4_096 } });

/** Header fields that are on every response. */
const RESPONSE_HEADERS = {
  'X-Request-Id': text('Names this request in the log of the server'),
  'X-RateLimit-Limit': integer('Requests allowed in the window of one minute', 5_000),
  'X-RateLimit-Remaining': integer('Requests left in it', 5_000),
  'X-RateLimit-Reset': integer('When `Remaining` next grows, UTC epoch seconds', Number.MAX_SAFE_INTEGER),
  'RateLimit-Policy': text('The policy in force (IETF RateLimit draft)'),
  RateLimit: text('What is left of it (IETF RateLimit draft); t is a delta'),
  'Access-Control-Allow-Origin': text('Only for the origins that the server lists; off by default'),
};

/** Header fields that follow from the status. Two of them have one name in an answer. */
const HEADERS_OF_STATUS = {
  CreatedLocation: text('Address of what was made'),
  AcceptedLocation: text('Where to look what becomes of it'),
  'WWW-Authenticate': text('RFC 6750'),
  'Retry-After': integer('Seconds to wait', 60),
};

const referenceTo = (name: keyof typeof RESPONSE_HEADERS | keyof typeof HEADERS_OF_STATUS) => ({
  $ref: `#/components/headers/${name}`,
});

const HEADER_REFERENCES = Object.fromEntries(
  (Object.keys(RESPONSE_HEADERS) as (keyof typeof RESPONSE_HEADERS)[]).map((name) => [
    name,
    referenceTo(name),
  ]),
);

/** One example for each named schema, by its name. */
export type SchemaExamples = Readonly<Record<string, object>>;

/** Adds what the route schemas cannot say: header fields, webhooks, one order of everything. */
export function completeDocument(collected: OpenApiObject, examples: SchemaExamples): OpenApiObject {
  const document = structuredClone(collected);
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) completeOperation(operation);
  }
  for (const schema of Object.values(document.components.schemas)) {
    delete schema.$id;
    delete schema.title;
  }
  document.webhooks = eventOperations((name) => Object.hasOwn(document.components.schemas, name));
  document.components.schemas.TruncatedEventData = TRUNCATED_EVENT_DATA;
  document.components.headers = { ...RESPONSE_HEADERS, ...HEADERS_OF_STATUS };
  addConventions(document);
  hoistVariants(document);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const example = examples[name];
    if (example !== undefined) schema.examples = [example];
  }
  const complete = sorted(withPortableSchemas(withPlainText(withNullTypes(document)))) as OpenApiObject;
  shareParts(complete);
  return sorted(complete) as OpenApiObject;
}

function completeOperation(operation: Operation): void {
  operation.description = `${operation.description ?? ''} ${describe(operation)}`.trim();
  const failure = operation.responses['5XX'];
  if (failure !== undefined) operation.responses['500'] ??= structuredClone(failure);
  for (const [status, response] of Object.entries(operation.responses)) {
    response.headers = { ...HEADER_REFERENCES, ...EXTRA_HEADERS[status] };
    if (status === '204') delete response.content;
    if (response.description === undefined || response.description === 'Default Response') {
      response.description = DESCRIPTIONS[status] ?? 'The answer';
    }
  }
}

/** What can be said of any call: what it needs, and whether the specification has it. */
function describe(operation: Operation): string {
  const needs = needsOf(operation);
  return operation['x-extension'] === true ? `${needs} An extension of the specification.` : needs;
}

function needsOf({ security = [], 'x-roles': roles }: Operation): string {
  if (security.length === 0) return 'Needs no key.';
  if (roles !== undefined) return `Needs a dashboard session${withRole(roles)}; no API key opens it.`;
  const scopes = security.flatMap((one) => one.apiKey ?? []).map((scope) => `\`${scope}\``);
  if (scopes.length === 0) return 'Any valid key may call it.';
  return `Needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(' and ')}.`;
}

function withRole(roles: readonly Role[]): string {
  if (ROLES.every((role) => roles.includes(role))) return '';
  return ` with the role ${roles.map((role) => `\`${role}\``).join(' or ')}`;
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '200': 'The answer',
  '201': 'Made',
  '202': 'Accepted; it happens later',
  '204': 'Done; no body',
};

const EXTRA_HEADERS: Readonly<Record<string, Record<string, unknown>>> = {
  '201': { Location: referenceTo('CreatedLocation') },
  '202': { Location: referenceTo('AcceptedLocation') },
  '401': { 'WWW-Authenticate': referenceTo('WWW-Authenticate') },
  '429': { 'Retry-After': referenceTo('Retry-After') },
};

/** Says of every integer how many bits hold it (OpenAPI Format Registry), and keeps to patterns that every program can read. Returns a new value. */
function withPortableSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPortableSchemas);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withPortableSchemas(inner)]),
  );
  if ([copy.type].flat().includes('integer') && !Object.hasOwn(copy, 'format'))
    copy.format = Number(copy.maximum) <= MAX_INT32 && Number(copy.minimum) >= -MAX_INT32 ? 'int32' : 'int64';
  if (typeof copy.pattern === 'string') copy.pattern = portablePattern(copy.pattern);
  return copy;
}

const MAX_INT32 = 2_147_483_647;

/** Objects with their members in one order, so that the committed document only changes where the meaning does. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const plain = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(plain)
      .sort()
      .map((name) => [name, sorted(plain[name])]),
  );
}
