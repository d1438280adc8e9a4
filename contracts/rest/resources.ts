import { type Static, type TSchema, Type } from 'typebox';
import { COMMAND_STATUSES, COMMAND_TYPES, EXPIRY_SECONDS_RANGE } from '../device/command.ts';
import { type IdPrefix, idPattern } from '../ids.ts';
import { ALL_SCOPES } from '../scopes.ts';

/** Building blocks of REST schemas. Objects are closed: an unknown field is an error and is never dropped. */
export const closed = { additionalProperties: false } as const;
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const IdOf = (prefix: IdPrefix) =>
  Type.String({ pattern: idPattern(prefix), minLength: prefix.length + 27, maxLength: prefix.length + 27 });
/** RFC 3339 in UTC, `Z`, milliseconds. */
export const Timestamp = Type.String({ format: 'date-time', maxLength: 40 });
export const OneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], maxLength: 40 });
const Line = (maxLength: number) => Type.String({ maxLength });

export const Device = Type.Object(
  {
    id: IdOf('dev'),
    name: Line(120),
    status: OneOf(['online', 'offline'] as const),
    user: Nullable(Line(254)),
    lastSeen: Timestamp,
    campus: OneOf(['on-campus', 'off-campus', 'unknown'] as const),
    battery: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    ou: Line(1_000),
    platform: OneOf(['windows', 'macos', 'linux'] as const),
    osVersion: Line(80),
    serial: Nullable(Line(128)),
    assetTag: Nullable(Line(120)),
    agentVersion: Line(40),
    protection: Type.Object(
      {
        state: OneOf(['enforcing', 'stale', 'unprotected', 'unknown'] as const),
        policyVersion: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
        since: Nullable(Timestamp),
      },
      closed,
    ),
    lock: Type.Object(
      {
        state: OneOf(['unlocked', 'locking', 'locked', 'unlocking'] as const),
        since: Nullable(Timestamp),
        until: Nullable(Timestamp),
        message: Nullable(Line(500)),
        requestedBy: Nullable(Line(64)),
      },
      closed,
    ),
    enrolledAt: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    tags: Type.Array(Line(40), { maxItems: 20 }),
  },
  { $id: 'Device', ...closed },
);
export type Device = Static<typeof Device>;

const RemovalCode = Type.Object(
  {
    deviceId: IdOf('dev'),
    /** Case, spaces and hyphens are ignored. */
    code: Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$', maxLength: 11 }),
  },
  { $id: 'RemovalCode', ...closed },
);

export const Command = Type.Object(
  {
    id: IdOf('cmd'),
    deviceId: IdOf('dev'),
    type: OneOf(COMMAND_TYPES),
    /** The parameters of the request without secrets: a PIN is never shown again. */
    params: Type.Record(Type.String(), Type.Unknown()),
    status: OneOf(COMMAND_STATUSES),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    sentAt: Nullable(Timestamp),
    acknowledgedAt: Nullable(Timestamp),
    completedAt: Nullable(Timestamp),
    result: Nullable(Type.Record(Type.String(), Type.Unknown())),
    error: Nullable(Type.Object({ code: Line(64), detail: Line(1_000) }, closed)),
    requestedBy: Nullable(Line(64)),
    batchId: Nullable(
      Type.String({
        ...IdOf('bat'),
        description:
          'The batch that made it; null = it was sent to one device. A lock that was open already is also in every later batch that asked for it.',
      }),
    ),
  },
  { $id: 'Command', ...closed },
);
export type Command = Static<typeof Command>;

export const LockParams = Type.Object(
  {
    message: Type.Optional(Line(500)),
    /** Unlocks the device off-line; write-only. */
    pin: Type.Optional(Type.String({ pattern: '^[0-9]{4,8}$', maxLength: 8 })),
    /** Absent = until unlocked. */
    durationMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
  },
  { $id: 'LockParams', ...closed },
);
export type LockParams = Static<typeof LockParams>;

export const ExpiresInSeconds = Type.Integer({
  minimum: EXPIRY_SECONDS_RANGE.min,
  maximum: EXPIRY_SECONDS_RANGE.max,
});

export const Campus = Type.Object(
  {
    id: IdOf('cam'),
    name: Line(120),
    cidrs: Type.Array(Line(64), { maxItems: 200 }),
    geofence: Nullable(
      Type.Object(
        {
          lat: Type.Number({ minimum: -90, maximum: 90 }),
          lon: Type.Number({ minimum: -180, maximum: 180 }),
          radiusMeters: Type.Number({ minimum: 10, maximum: 100_000 }),
        },
        closed,
      ),
    ),
    gatewayMacs: Type.Array(Line(17), { maxItems: 200 }),
    bssids: Type.Array(Line(17), { maxItems: 2_000 }),
    ssids: Type.Array(Line(32), { maxItems: 50 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Campus', ...closed },
);
export type Campus = Static<typeof Campus>;

export const EnrollmentToken = Type.Object(
  {
    id: IdOf('enr'),
    name: Line(120),
    ou: Line(1_000),
    maxUses: Nullable(Type.Integer({ minimum: 1, maximum: 100_000 })),
    uses: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    expiresAt: Nullable(Timestamp),
    reEnroll: Type.Boolean({
      description:
        'It takes back devices that are enrolled in its unit, without their old keys and without asking.',
    }),
    deviceId: Nullable(IdOf('dev')),
    createdAt: Timestamp,
  },
  { $id: 'EnrollmentToken', ...closed },
);
export type EnrollmentToken = Static<typeof EnrollmentToken>;

/** An enrollment token with its text. Only the call that makes the token shows it. */
const CreatedEnrollmentToken = Type.Object(
  {
    ...EnrollmentToken.properties,
    token: Line(100),
    command: Type.String({ maxLength: 500, description: 'What is typed on a computer to enroll it' }),
  },
  { $id: 'CreatedEnrollmentToken', ...closed },
);
export type CreatedEnrollmentToken = Static<typeof CreatedEnrollmentToken>;

/** A request of an enrolled device to be enrolled again without its old key. An administrator decides whether it is the same computer. */
export const EnrollmentRequest = Type.Object(
  {
    id: IdOf('erq'),
    deviceId: IdOf('dev'),
    deviceName: Line(120),
    ou: Line(1_000),
    tokenId: IdOf('enr'),
    hostname: Type.String({ maxLength: 253, description: 'As the computer that asks calls itself.' }),
    address: Type.String({ maxLength: 64, description: 'From where it asks.' }),
    code: Type.String({
      maxLength: 14,
      description: 'The computer that asks shows the same code: compare before you approve.',
    }),
    status: OneOf(['waiting', 'approved', 'refused'] as const),
    decidedAt: Nullable(Timestamp),
    decidedBy: Nullable(Line(64)),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  },
  { $id: 'EnrollmentRequest', ...closed },
);
export type EnrollmentRequest = Static<typeof EnrollmentRequest>;

/** A scope, what it permits, and whether the asking key has it. */
const ScopeInfo = Type.Object(
  {
    name: OneOf(ALL_SCOPES),
    description: Line(200),
    granted: Type.Boolean(),
    extension: Type.Boolean({ description: 'Ours, beside the twelve of the specification.' }),
  },
  { $id: 'ScopeInfo', ...closed },
);
export type ScopeInfo = Static<typeof ScopeInfo>;

export const Problem = Type.Object(
  {
    type: Type.String({
      maxLength: 200,
      description:
        'Names the kind of problem: a constant relative reference (RFC 9457, 3.1.1), under which this server has a page about it.',
    }),
    title: Line(200),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Line(2_000),
    instance: Line(4_096),
    code: Line(64),
    requestId: Line(128),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          in: OneOf(['body', 'query', 'path', 'header'] as const),
          pointer: Type.Optional(Line(300)),
          parameter: Type.Optional(Line(300)),
          code: Line(64),
          detail: Line(500),
        }),
        { maxItems: 100 },
      ),
    ),
    requiredScopes: Type.Optional(Type.Array(Line(40), { maxItems: 20 })),
    grantedScopes: Type.Optional(Type.Array(Line(40), { maxItems: 20 })),
    existingId: Type.Optional(Line(64)),
    oldestSequence: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    'violated-policies': Type.Optional(Type.Array(Line(40), { maxItems: 10 })),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;

/** The schemas by their names in the OpenAPI document. */
export const RESOURCE_SCHEMAS = {
  Device,
  RemovalCode,
  Command,
  LockParams,
  Campus,
  EnrollmentToken,
  CreatedEnrollmentToken,
  EnrollmentRequest,
  ScopeInfo,
  Problem,
} as const;
