import { type Static, Type } from 'typebox';
import { ALL_SCOPES, RATE_LIMIT_RANGE, TIER_LIMITS, type Tier } from '../scopes.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** API keys as owners manage them in the dashboard. */

const TIERS = Object.keys(TIER_LIMITS) as readonly Tier[];
const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const Scopes = Type.Array(OneOf(ALL_SCOPES), { minItems: 1, maxItems: ALL_SCOPES.length, uniqueItems: true });
const RateLimit = Nullable(
  Type.Integer({
    minimum: RATE_LIMIT_RANGE.min,
    maximum: RATE_LIMIT_RANGE.max,
    description: 'Requests a minute instead of the tier’s; null = the tier’s.',
  }),
);
const Network = Type.String({
  minLength: 2,
  maxLength: 64,
  description: 'An address or a network in CIDR notation, IPv4 or IPv6: `203.0.113.0/24`.',
});
const AllowList = Type.Array(Network, { maxItems: 100 });
const OuReference = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Path of an organisational unit (`/Springfield/High`) or its `ou_` id.',
});

const Slot = Type.Object(
  {
    display: Type.String({ maxLength: 40, description: 'What may be shown of the secret: its ends.' }),
    createdAt: Timestamp,
    expiresAt: Nullable(Timestamp),
    lastUsedAt: Nullable(Timestamp),
  },
  closed,
);

/** A key with two slots for secrets. Each secret is valid until its `expiresAt`. Use the newer one. */
export const ApiKey = Type.Object(
  {
    id: IdOf('key'),
    name: Type.String({ maxLength: 120 }),
    scopes: Type.Array(OneOf(ALL_SCOPES), { maxItems: ALL_SCOPES.length }),
    tier: OneOf(TIERS),
    rateLimitOverride: RateLimit,
    ou: Nullable(Type.String({ maxLength: 1_000 })),
    ipAllowList: AllowList,
    expiresAt: Nullable(Timestamp),
    revokedAt: Nullable(Timestamp),
    primary: Slot,
    secondary: Nullable(Slot),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'ApiKey', ...closed },
);
export type ApiKey = Static<typeof ApiKey>;

/** A key with the text of its newest secret. Only the call that makes the secret shows it. */
const CreatedApiKey = Type.Object(
  { ...ApiKey.properties, secret: Type.String({ maxLength: 60 }) },
  { $id: 'CreatedApiKey', ...closed },
);

/** `read-only` = the seven `:read` scopes, `full` = all twelve. */
const KEY_PRESETS = ['read-only', 'full'] as const;

const fields = {
  scopes: Type.Optional(Scopes),
  preset: Type.Optional(OneOf(KEY_PRESETS)),
  tier: Type.Optional(OneOf(TIERS)),
  rateLimitOverride: Type.Optional(RateLimit),
  ou: Type.Optional(Nullable(OuReference)),
  ipAllowList: Type.Optional(AllowList),
  expiresAt: Type.Optional(Nullable(Timestamp)),
} as const;

export const ApiKeyInput = Type.Object({ name: Name, ...fields }, { $id: 'ApiKeyInput', ...closed });
export type ApiKeyInput = Static<typeof ApiKeyInput>;

export const ApiKeyPatch = Type.Object(
  { name: Type.Optional(Name), ...fields },
  { $id: 'ApiKeyPatch', ...closed },
);
export type ApiKeyPatch = Static<typeof ApiKeyPatch>;

/** Seven days. */
export const MAX_GRACE_SECONDS = 604_800;
/** 24 hours. */
export const DEFAULT_GRACE_SECONDS = 86_400;

const ApiKeyRotation = Type.Object(
  {
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_GRACE_SECONDS,
        description: `How long the former secret still works; default ${DEFAULT_GRACE_SECONDS}. 0 ends every other secret now.`,
      }),
    ),
  },
  { $id: 'ApiKeyRotation', ...closed },
);

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', minLength: 10, maxLength: 10 });

/** Most days of a usage report, and most operations of each day. */
export const MAX_USAGE_DAYS = 90;
const MAX_USAGE_ROWS = 20_000;

/** The use of a key. Days are UTC. The newest figures are at most some seconds old. */
export const ApiKeyUsage = Type.Object(
  {
    keyId: IdOf('key'),
    from: Day,
    to: Day,
    requests: Count,
    errors: Count,
    lastUse: Nullable(
      Type.Object(
        {
          at: Timestamp,
          ip: Nullable(Type.String({ maxLength: 64 })),
          userAgent: Nullable(Type.String({ maxLength: 200 })),
        },
        closed,
      ),
    ),
    days: Type.Array(
      Type.Object(
        { date: Day, operation: Type.String({ maxLength: 80 }), requests: Count, errors: Count },
        closed,
      ),
      { maxItems: MAX_USAGE_ROWS },
    ),
  },
  { $id: 'ApiKeyUsage', ...closed },
);
export type ApiKeyUsage = Static<typeof ApiKeyUsage>;

/** The schemas by their names in the OpenAPI document. */
export const KEY_SCHEMAS = {
  ApiKey,
  CreatedApiKey,
  ApiKeyInput,
  ApiKeyPatch,
  ApiKeyRotation,
  ApiKeyUsage,
} as const;
