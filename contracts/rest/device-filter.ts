import { type Static, type TSchema, Type } from 'typebox';
import { PLATFORMS } from '../enrollment/enrollment.ts';
import { PROTECTION_STATES } from '../mqtt/messages.ts';
import { DATE_TIME_PATTERN } from './moment.ts';
import { closed, OneOf } from './resources.ts';

const many = <T extends TSchema>(values: T, maxItems = 20) =>
  Type.Optional(Type.Array(values, { minItems: 1, maxItems }));
const Battery = Type.Optional(Type.Integer({ minimum: 0, maximum: 100 }));
const Version = (description?: string) =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    ...(description === undefined ? {} : { description }),
  });

const Moment = (what: string) =>
  Type.Optional(
    Type.String({
      pattern: DATE_TIME_PATTERN,
      minLength: 20,
      maxLength: 40,
      description: `${what} this RFC 3339 date-time.`,
    }),
  );

/** Selects devices that match every member. A member with several values matches any of them. */
export const DeviceFilterFields = Type.Object(
  {
    status: many(OneOf(['online', 'offline'] as const)),
    campus: many(OneOf(['on-campus', 'off-campus', 'unknown'] as const)),
    user: many(Type.String({ minLength: 1, maxLength: 254 }), 100),
    ou: many(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Path or `ou_` id of a unit; with its subtree.',
      }),
      100,
    ),
    platform: many(OneOf(PLATFORMS)),
    protection: many(OneOf(PROTECTION_STATES)),
    lock: many(OneOf(['unlocked', 'locking', 'locked', 'unlocking'] as const)),
    tag: many(Type.String({ minLength: 1, maxLength: 40 })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Part of name, user, serial or asset tag, without regard to case.',
      }),
    ),
    minBattery: Battery,
    maxBattery: Battery,
    policyVersion: many(Version('Policy version that the device reports.')),
    minPolicyVersion: Type.Optional(Version('Reports this policy version or a newer one.')),
    maxPolicyVersion: Type.Optional(
      Version('Reports this policy version or an older one; a device that has reported none does not match.'),
    ),
    protectionReason: many(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'The reason that the device told for its present protection, word for word.',
      }),
    ),
    agentVersion: many(Type.String({ minLength: 1, maxLength: 40 })),
    os: many(
      Type.String({
        minLength: 1,
        maxLength: 80,
        description: 'Beginning of `osVersion`, without regard to the case of A to Z.',
      }),
    ),
    lastSeenBefore: Moment('Last seen before'),
    protectionSinceBefore: Moment('Its protection has its present state since before'),
    lockSinceBefore: Moment('Its lock has its present state since before'),
  },
  closed,
);
export type DeviceFilterFields = Static<typeof DeviceFilterFields>;
