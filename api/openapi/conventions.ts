import { HEADER_LIMITS } from '../http/headers/header-limits.ts';
import type { OpenApiObject } from './open-api-object.ts';

/** As much of an operation as is touched here. */
interface Operation {
  readonly operationId?: string;
  readonly 'x-redoclyPagination'?: unknown;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  parameters?: unknown[];
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  readonly responses: Record<
    string,
    { description?: string; headers?: Record<string, unknown>; content?: unknown }
  >;
}

const text = (description: string, maxLength: number) => ({
  description,
  schema: { type: 'string', maxLength },
});
const header = (name: string, description: string, schema: Readonly<Record<string, unknown>>) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** Request header fields that calls share; the validation of queries and bodies does not see them. */
const PARAMETERS = {
  CsrfToken: {
    ...header('X-CSRF-Token', 'The `csrfToken` of the dashboard session.', {
      type: 'string',
      maxLength: 100,
    }),
    required: true,
  },
  IdempotencyKey: header(
    'Idempotency-Key',
    'Makes a retry harmless: the same key, path and body within 24 hours give the first answer again.',
    {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,253}[\\x21-\\x7e])?$',
    },
  ),
  IfMatch: header('If-Match', 'The `ETag` that was read; 412 when the thing has changed since.', {
    type: 'string',
    maxLength: HEADER_LIMITS['if-match'],
  }),
  IfNoneMatch: header('If-None-Match', 'The `ETag` that was read; 304 when nothing has changed.', {
    type: 'string',
    maxLength: HEADER_LIMITS['if-none-match'],
  }),
  Prefer: header(
    'Prefer',
    '`wait=10`: wait so many seconds, at most 30, for the command to end (RFC 7240).',
    {
      type: 'string',
      maxLength: HEADER_LIMITS.prefer,
      examples: ['wait=10'],
    },
  ),
} as const;

const HEADERS = {
  ETag: text('Version of what is shown (RFC 9110)', 100),
  Link: text('`first`, `prev` and `next` page (RFC 8288)', 16_384),
  'Idempotent-Replayed': text('`true` when this is the stored answer of an earlier request', 4),
  'Preference-Applied': text('The wait that was kept to (RFC 7240)', 20),
} as const;

/** Bodies that may be left out: every field of them has a default. */
const OPTIONAL_BODIES: ReadonlySet<string> = new Set([
  'lockDevice',
  'releaseCategorySource',
  'rotateApiKey',
  'rotateWebhookSecret',
  'testWebhook',
]);
const WAITING: ReadonlySet<string> = new Set(['lockDevice', 'sendCommand']);

/** Adds the header fields and media types that follow from the method and kind of every call. Changes the document given. */
export function addConventions(document: OpenApiObject): void {
  document.components.parameters = PARAMETERS;
  document.components.headers = { ...(document.components.headers as object | undefined), ...HEADERS };
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods) as unknown as [string, Operation][]) {
      addByMethod(method, operation);
      if (operation['x-redoclyPagination'] !== undefined) addHeaders(operation, ['200'], ['Link']);
      if (WAITING.has(operation.operationId ?? '')) {
        addParameters(operation, ['Prefer']);
        addHeaders(operation, ['200', '202'], ['Preference-Applied']);
      }
    }
  }
}

function addByMethod(method: string, operation: Operation): void {
  const ofSession = operation.security?.some((one) => 'session' in one) === true;
  if (ofSession && method !== 'get') addParameters(operation, ['CsrfToken']);
  // Whoever signs in has no name yet under which a repeat could be known.
  if (method === 'post' && operation.security?.length !== 0) {
    addParameters(operation, ['IdempotencyKey']);
    addHeaders(operation, ['200', '201', '202'], ['Idempotent-Replayed']);
  }
  if ((method === 'patch' || method === 'delete') && operation.responses['412'] !== undefined) {
    addParameters(operation, ['IfMatch']);
  }
  if (method === 'patch') addHeaders(operation, ['200'], ['ETag']);
  if (method === 'get' && operation['x-redoclyPagination'] === undefined) addConditionalGet(operation);
  const { requestBody } = operation;
  if (requestBody === undefined) return;
  requestBody.required = !OPTIONAL_BODIES.has(operation.operationId ?? '');
  if (method === 'patch') {
    requestBody.content['application/merge-patch+json'] = requestBody.content['application/json'];
  }
}

function addConditionalGet(operation: Operation): void {
  addParameters(operation, ['IfNoneMatch']);
  addHeaders(operation, ['200'], ['ETag']);
  const { headers } = operation.responses['200'] ?? {};
  operation.responses['304'] = {
    description: 'Nothing has changed; no body',
    ...(headers === undefined ? {} : { headers }),
  };
}

function addParameters(operation: Operation, names: readonly (keyof typeof PARAMETERS)[]): void {
  const references = names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  operation.parameters = [...(operation.parameters ?? []), ...references];
}

function addHeaders(
  operation: Operation,
  statuses: readonly string[],
  names: readonly (keyof typeof HEADERS)[],
): void {
  const references = Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  for (const status of statuses) {
    const response = operation.responses[status];
    if (response !== undefined) response.headers = { ...response.headers, ...references };
  }
}
