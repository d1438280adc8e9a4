import { type Static, Type } from 'typebox';
import { OVERRIDE_MINUTES, type Override } from './overrides.ts';
import type { Explanation } from './policies.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** Access requests: a student asks on the block page for a site, and somebody at the school answers. */

export const ACCESS_REQUEST_STATUSES = ['open', 'allowed', 'refused', 'expired'] as const;
export type AccessRequestStatus = (typeof ACCESS_REQUEST_STATUSES)[number];

/** Longest answer in words to a student (characters). */
const MAX_ANSWER_WORDS = 300;

const Line = (maxLength: number) => Type.String({ maxLength });

const MEMBERS = {
  id: IdOf('acr'),
  status: OneOf(ACCESS_REQUEST_STATUSES),
  host: Line(253),
  url: Nullable(
    Type.String({
      maxLength: 2_048,
      description: 'The whole address, where the filter saw it: of pages without encryption',
    }),
  ),
  note: Nullable(Type.String({ maxLength: 300, description: 'What the student wrote' })),
  deviceId: IdOf('dev'),
  user: Nullable(
    Type.String({
      maxLength: 254,
      description: 'Who was signed in on the device at that time; null = it cannot be told',
    }),
  ),
  ou: Type.String({ maxLength: 1_000, description: 'The unit of the device at that time' }),
  policyId: Nullable(Line(64)),
  ruleId: Nullable(Type.String({ maxLength: 64, description: 'The rule that blocked, as the device tells' })),
  alertId: Nullable(IdOf('alt')),
  count: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'How often it was asked while it was open',
  }),
  lastAskedAt: Timestamp,
  expiresAt: Type.String({
    format: 'date-time',
    maxLength: 40,
    description: 'It ends by itself then, unless it was decided',
  }),
  decidedAt: Nullable(Timestamp),
  decidedBy: Nullable(Line(64)),
  words: Nullable(
    Type.String({ maxLength: MAX_ANSWER_WORDS, description: 'The answer in words, which the student reads' }),
  ),
  overrideIds: Type.Array(IdOf('ovr'), {
    maxItems: 20,
    description: 'The overrides that the decision made; that of the host first',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
} as const;

export const AccessRequest = Type.Object(MEMBERS, { $id: 'AccessRequest', ...closed });
export type AccessRequest = Static<typeof AccessRequest>;

const AlsoRefused = Type.Object(
  {
    host: Line(253),
    category: Nullable(Line(64)),
    count: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  },
  { $id: 'AlsoRefusedHost', ...closed },
);

export type AlsoRefusedHost = Static<typeof AlsoRefused>;

/** One request with all that a decision needs. */
export const AccessRequestDetail = Type.Object(
  {
    ...MEMBERS,
    verdict: Type.Optional(Type.Unsafe<Explanation>({ $ref: 'Explanation#' })),
    alsoRefused: Nullable(
      Type.Array(Type.Unsafe<AlsoRefusedHost>({ $ref: 'AlsoRefusedHost#' }), {
        maxItems: 20,
        description:
          'Other hosts that the filter refused this person on this device within two minutes before: a page needs more than its own host. Null = the caller may not read logs',
      }),
    ),
    alsoAsking: Type.Array(Type.Unsafe<AccessRequest>({ $ref: 'AccessRequest#' }), {
      maxItems: 50,
      description: 'The other open requests for this host in the reach of the caller, the oldest first',
    }),
  },
  {
    $id: 'AccessRequestDetail',
    ...closed,
    description:
      '`verdict`: how the request was decided at that time, with the chain, as `explainVerdict` tells; absent when the device is gone.',
  },
);
export type AccessRequestDetail = Static<typeof AccessRequestDetail>;

/** For whom a decision allows the host. */
export const ALLOWED_FOR = ['student', 'device', 'session', 'ou', 'everyone'] as const;
export type AllowedFor = (typeof ALLOWED_FOR)[number];

const Words = Type.String({ minLength: 1, maxLength: MAX_ANSWER_WORDS, pattern: '\\S' });

const Allow = Type.Object(
  {
    decision: Type.Literal('allow'),
    for: Type.Unsafe<AllowedFor>({
      ...OneOf(ALLOWED_FOR),
      description:
        '`student`: the person who asked, on every device. `session`: the class of the lesson that the device is in now. `ou`: the unit of the person, else of the device, with all below it.',
    }),
    ttlMinutes: Type.Integer({ minimum: OVERRIDE_MINUTES.min, maximum: OVERRIDE_MINUTES.max }),
    alsoHosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
        maxItems: 10,
        description: 'More hosts to allow with it, such as those of `alsoRefused`',
      }),
    ),
    words: Type.Optional(Words),
  },
  { $id: 'AccessRequestAllowed', ...closed },
);
const Refuse = Type.Object(
  {
    decision: Type.Literal('refuse'),
    words: Words,
    others: Type.Optional(
      Type.Boolean({ description: 'Refuses the other open requests for this host in your reach too' }),
    ),
  },
  { $id: 'AccessRequestRefused', ...closed },
);
const Decision = Type.Union([Allow, Refuse]);
export type AllowDecision = Static<typeof Allow>;
export type RefuseDecision = Static<typeof Refuse>;
export type AccessRequestDecision = Static<typeof Decision>;

export const AccessRequestDecision = Type.Unsafe<AccessRequestDecision>({
  $id: 'AccessRequestDecision',
  type: 'object',
  discriminator: { propertyName: 'decision' },
  required: ['decision'],
  oneOf: Decision.anyOf,
});

const AccessRequestDecided = Type.Object(
  {
    request: Type.Unsafe<AccessRequest>({ $ref: 'AccessRequest#' }),
    overrides: Type.Array(Type.Unsafe<Override>({ $ref: 'Override#' }), { maxItems: 20 }),
    alsoDecided: Type.Array(IdOf('acr'), {
      maxItems: 200,
      description: 'Other requests for this host that the same decision answered',
    }),
  },
  { $id: 'AccessRequestDecided', ...closed },
);

/** The schemas by their names in the OpenAPI document. */
export const ACCESS_REQUEST_SCHEMAS = {
  AccessRequest,
  AlsoRefusedHost: AlsoRefused,
  AccessRequestDetail,
  AccessRequestDecision,
  AccessRequestDecided,
} as const;
