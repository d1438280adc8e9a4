import { HEADER_LIMITS } from '../http/headers/header-limits.ts';

const text = (description: string, maxLength = 4_096) => ({
  description,
  schema: { type: 'string', maxLength },
});
const integer = (description: string, maximum: number) => ({
  description,
  schema: { type: 'integer', minimum: 0, maximum },
});

/** Header fields of every answer. */
const OF_EVERY_ANSWER = {
  'X-Request-Id': text('Names this request in the log of the server'),
  'X-RateLimit-Limit': integer('Requests allowed in the window of one minute', 5_000),
  'X-RateLimit-Remaining': integer('Requests left in it', 5_000),
  'X-RateLimit-Reset': integer('When `Remaining` next grows, UTC epoch seconds', Number.MAX_SAFE_INTEGER),
  'RateLimit-Policy': text('The policy in force (IETF RateLimit draft)'),
  RateLimit: text('What is left of it (IETF RateLimit draft); t is a delta'),
  'Access-Control-Allow-Origin': text('Only for the origins that the server lists; off by default'),
};

/** Header fields of answers, with their names in the OpenAPI document. */
export const HEADERS = {
  ...OF_EVERY_ANSWER,
  CreatedLocation: text('Address of what was made'),
  AcceptedLocation: text('Where to look what becomes of it'),
  'WWW-Authenticate': text('RFC 6750'),
  'Retry-After': integer('Seconds to wait', 60),
  ETag: text('Version of what is shown (RFC 9110)', 100),
  Link: text('`first`, `prev` and `next` page (RFC 8288)', 16_384),
  'Idempotent-Replayed': text('`true` when this is the stored answer of an earlier request', 4),
  'Preference-Applied': text('The wait that was kept to (RFC 7240)', 20),
};

/** The key is the name of the field. The value names its description, because one field can have two meanings. */
type Fields = Readonly<Record<string, keyof typeof HEADERS>>;

const EVERY: Fields = Object.fromEntries(
  Object.keys(OF_EVERY_ANSWER).map((name) => [name, name as keyof typeof HEADERS]),
);

const OF_STATUS: Readonly<Record<string, Fields>> = {
  201: { Location: 'CreatedLocation' },
  202: { Location: 'AcceptedLocation' },
  401: { 'WWW-Authenticate': 'WWW-Authenticate' },
  429: { 'Retry-After': 'Retry-After' },
};

/** References to the header fields of an answer. @param more those that this call has beside the ones of its status */
export function headersOf(status: string, more: readonly (keyof typeof HEADERS)[] = []): object {
  const fields = { ...EVERY, ...OF_STATUS[status], ...Object.fromEntries(more.map((name) => [name, name])) };
  return Object.fromEntries(
    Object.entries(fields).map(([field, name]) => [field, { $ref: `#/components/headers/${name}` }]),
  );
}

const field = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
});

/** Header fields of requests, with their names in the OpenAPI document. */
export const PARAMETERS = {
  CsrfToken: {
    ...field('X-CSRF-Token', 'The `csrfToken` of the dashboard session.', { maxLength: 100 }),
    required: true,
  },
  IdempotencyKey: field(
    'Idempotency-Key',
    'Makes a retry harmless: the same key, path and body within 24 hours give the first answer again.',
    { minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,253}[\\x21-\\x7e])?$' },
  ),
  IfMatch: field('If-Match', 'The `ETag` that was read; 412 when the thing has changed since.', {
    maxLength: HEADER_LIMITS['if-match'],
  }),
  IfNoneMatch: field('If-None-Match', 'The `ETag` that was read; 304 when nothing has changed.', {
    maxLength: HEADER_LIMITS['if-none-match'],
  }),
  LastEventId: field(
    'Last-Event-ID',
    'The `id` of the last message that was received; browsers send it by themselves.',
    { maxLength: HEADER_LIMITS['last-event-id'] },
  ),
  Prefer: field('Prefer', '`wait=10`: wait so many seconds, at most 30, for the command to end (RFC 7240).', {
    maxLength: HEADER_LIMITS.prefer,
    examples: ['wait=10'],
  }),
};
