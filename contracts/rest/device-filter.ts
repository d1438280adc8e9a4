import { type Static, type TSchema, Type } from 'typebox';
import { PLATFORMS } from '../enrollment/enrollment.ts';
import { PROTECTION_STATES } from '../mqtt/messages.ts';
import { closed, OneOf } from './resources.ts';

const many = <T extends TSchema>(values: T, maxItems = 20) =>
  Type.Optional(Type.Array(values, { minItems: 1, maxItems }));
const Battery = Type.Optional(Type.Integer({ minimum: 0, maximum: 100 }));

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
  },
  closed,
);
export type DeviceFilterFields = Static<typeof DeviceFilterFields>;
