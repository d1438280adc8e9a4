import { type TProperties, type TSchema, Type } from 'typebox';
import { Alert } from '../rest/alerts.ts';
import { ClassroomSession } from '../rest/classroom.ts';
import { Override } from '../rest/overrides.ts';
import { Policy } from '../rest/policies.ts';
import { LogEntry } from '../rest/records.ts';
import { WeeklyReport } from '../rest/reports.ts';
import { Command, Device, IdOf, OneOf, Timestamp } from '../rest/resources.ts';
import type { SentEventType } from './catalogue.ts';

/** An open object: an event of a later version may have more members, and receivers ignore unknown ones. */
const Data = (members: TProperties) => Type.Object(members);
const Count = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'How many requests it covers',
});
const HeldBack = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'How many events about its coming and going were not sent since the one before: the device comes and goes too often. Absent = none',
  }),
);
const Name = Type.String({ maxLength: 120 });
const PROTECTION = Device.properties.protection.properties.state;

/** The schema of `data` of each event. */
export const EVENT_DATA: Readonly<Record<SentEventType, TSchema>> = {
  'device.offline': Data({
    device: Device,
    reason: OneOf(['stopped', 'connection_lost', 'silence'] as const),
    heldBack: HeldBack,
  }),
  'device.online': Data({ device: Device, heldBack: HeldBack }),
  'device.enrolled': Data({ device: Device }),
  'device.locked': Data({ device: Device, commandId: Type.Union([IdOf('cmd'), Type.Null()]) }),
  'device.unlocked': Data({ device: Device, commandId: Type.Union([IdOf('cmd'), Type.Null()]) }),
  'device.low_battery': Data({ device: Device }),
  'device.protection_changed': Data({ device: Device, from: PROTECTION, to: PROTECTION }),
  'policy.violation': Data({ log: LogEntry, count: Count }),
  'game.detected': Data({
    log: Type.Union([LogEntry, Type.Null()], {
      description: 'Null when a program was found, or a name whose request is not known yet',
    }),
    count: Count,
    /** Present only for games that the agent found by name or by program. */
    what: Type.Optional(
      Type.Union([Type.String({ maxLength: 300 }), Type.Null()], {
        description: 'What the agent found, as it tells it; absent where the category of a request told',
      }),
    ),
  }),
  'geofence.breached': Data({ device: Device, campusId: IdOf('cam') }),
  'alert.created': Data({ alert: Alert }),
  'alert.acknowledged': Data({ alert: Alert }),
  'alert.resolved': Data({ alert: Alert }),
  'policy.created': Data({ policy: Policy }),
  'policy.updated': Data({ policy: Policy }),
  'policy.deleted': Data({ policy: Policy }),
  'override.created': Data({ override: Override }),
  'override.ended': Data({ override: Override, reason: OneOf(['expired', 'ended'] as const) }),
  'command.succeeded': Data({ command: Command }),
  'command.failed': Data({ command: Command }),
  'command.expired': Data({ command: Command }),
  'command.cancelled': Data({ command: Command }),
  'command.superseded': Data({ command: Command }),
  'classroom.session_started': Data({ session: ClassroomSession }),
  'classroom.session_ended': Data({
    session: ClassroomSession,
    reason: OneOf(['time', 'ended'] as const),
  }),
  'classroom.session_conflict': Data({
    session: ClassroomSession,
    conflict: ClassroomSession.properties.conflicts.items,
  }),
  'report.weekly': Data({ report: WeeklyReport }),
  'api_key.expiring': Data({ keyId: IdOf('key'), name: Name, expiresAt: Timestamp }),
  'webhook.disabled': Data({
    webhookId: IdOf('whk'),
    reason: OneOf(['gone', 'no_success_for_5_days', 'requested'] as const),
  }),
  'webhook.test': Data({ test: Type.Literal(true) }),
};
