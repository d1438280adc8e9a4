import { type Static, Type } from 'typebox';
import type { EventType } from '../events/catalogue.ts';
import { PROTECTION_STATES } from '../mqtt/messages.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Line = (maxLength: number) => Type.String({ maxLength });
const Status = OneOf(['online', 'offline'] as const);
const OfflineReason = OneOf(['stopped', 'connection_lost', 'silence'] as const);
const Protection = OneOf(PROTECTION_STATES);

/** Most combinations that a summary lists: all of some fifteen policy versions. */
export const MAX_SUMMARY_CELLS = 500;

/** Devices counted by what they have in common. */
const DeviceSummary = Type.Object(
  {
    total: Count,
    cells: Type.Array(
      Type.Object(
        {
          status: Status,
          protection: Protection,
          lock: OneOf(['unlocked', 'locking', 'locked', 'unlocking'] as const),
          policyVersion: Nullable(Count),
          count: Count,
        },
        closed,
      ),
      { maxItems: MAX_SUMMARY_CELLS, description: 'Each combination that there is, the most frequent first' },
    ),
    others: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Devices of rarer combinations than those listed',
    }),
    generatedAt: Timestamp,
  },
  { $id: 'DeviceSummary', ...closed },
);
export type DeviceSummary = Static<typeof DeviceSummary>;

/** Most policies that a device's state names: as many as a bundle holds. */
const MAX_POLICIES = 1_000;
/** Most checks of a self-test that are shown. */
export const MAX_SELF_TEST_CHECKS = 200;

/** What a device does at the moment, what it should do, and since when. */
const DeviceState = Type.Object(
  {
    deviceId: IdOf('dev'),
    connection: Type.Object(
      {
        status: Status,
        since: Nullable(Timestamp),
        reason: Nullable(OfflineReason),
        lastSeen: Timestamp,
      },
      { ...closed, description: '`reason`: why the device is offline; null while it is online' },
    ),
    protection: Type.Object(
      { state: Protection, since: Nullable(Timestamp), reason: Nullable(Line(500)) },
      { ...closed, description: '`reason`: in the words of the device; null when it told none' },
    ),
    policy: Type.Object(
      {
        wanted: Nullable(
          Type.Object(
            { version: Count, hash: Line(128) },
            { ...closed, description: 'Null = the policies are too large for a device' },
          ),
        ),
        enforced: Type.Object({ version: Nullable(Count), hash: Nullable(Line(128)) }, closed),
        upToDate: Type.Boolean({ description: 'Whether the device enforces what it should' }),
        policies: Type.Array(Type.Object({ id: IdOf('pol'), version: Count }, closed), {
          maxItems: MAX_POLICIES,
          description:
            'The policies that can apply on this device, for one of the people who use it or at a time of the day',
        }),
      },
      closed,
    ),
    selfTest: Nullable(
      Type.Object(
        {
          commandId: IdOf('cmd'),
          at: Timestamp,
          ok: Type.Boolean(),
          checks: Type.Array(
            Type.Object({ name: Line(64), ok: Type.Boolean(), detail: Line(1_000) }, closed),
            {
              maxItems: MAX_SELF_TEST_CHECKS,
            },
          ),
        },
        { ...closed, description: 'The last self-test by command that the device completed; null = none' },
      ),
    ),
  },
  { $id: 'DeviceState', ...closed },
);
export type DeviceState = Static<typeof DeviceState>;

/** The events that make the story of a device: what it is and was, not what people did on it. */
export const HISTORY_TYPES = [
  'device.enrolled',
  'device.online',
  'device.offline',
  'device.protection_changed',
  'device.locked',
  'device.unlocked',
  'device.low_battery',
  'geofence.breached',
] as const satisfies readonly EventType[];

/** One thing that happened to a device. */
const DeviceHistoryEntry = Type.Object(
  {
    id: IdOf('evt'),
    timestamp: Timestamp,
    type: OneOf(HISTORY_TYPES),
    reason: Nullable(OfflineReason),
    from: Nullable(Protection),
    to: Nullable(Protection),
    battery: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    campusId: Nullable(IdOf('cam')),
    commandId: Nullable(IdOf('cmd')),
    heldBack: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Comings and goings before this one that were not recorded one by one',
    }),
  },
  { $id: 'DeviceHistoryEntry', ...closed },
);
export type DeviceHistoryEntry = Static<typeof DeviceHistoryEntry>;

/** The schemas by their names in the OpenAPI document. */
export const DEVICE_STORY_SCHEMAS = { DeviceSummary, DeviceState, DeviceHistoryEntry } as const;
