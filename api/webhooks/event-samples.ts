import type { EventBody, SentEventType } from '../../contracts/events/catalogue.ts';
import type { EventId } from '../../contracts/ids.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { ALERT_EXAMPLES } from '../alerts/examples.ts';
import { CLASSROOM_EXAMPLES } from '../classroom/examples.ts';
import { COMMAND_EXAMPLES } from '../commands/examples.ts';
import { DEVICE_EXAMPLES } from '../devices/examples.ts';
import { DEVICE, KEY } from '../openapi/example-values.ts';
import { OVERRIDE_EXAMPLES } from '../overrides/examples.ts';
import { POLICY_EXAMPLES } from '../policies/examples.ts';
import { RECORD_EXAMPLES } from '../records/examples.ts';
import { REPORT_EXAMPLES } from '../reports/examples.ts';

type Data = Readonly<Record<string, unknown>>;

/** An object of the API’s examples, with the changes of the event. */
const example = (from: Readonly<Record<string, object>>, name: string, changes: object = {}): object => ({
  ...from[name],
  ...changes,
});

const LATER = '2026-11-20T10:00:02.000Z';
const CAMPUS_ID = 'cam_01kafw3v5xe8m9t2q4r6y8b0cd';
const WEBHOOK_ID = 'whk_01kafw3v5xe8m9t2q4r6y8b0cd';
const COMMAND_ID = 'cmd_01kafw3v5xe8m9t2q4r6y8b0cd';

const device = (changes?: object) => example(DEVICE_EXAMPLES, 'Device', changes);
const command = (changes: object) => example(COMMAND_EXAMPLES, 'Command', { completedAt: LATER, ...changes });
const override = (changes?: object) => example(OVERRIDE_EXAMPLES, 'Override', changes);
const session = (changes?: object) => example(CLASSROOM_EXAMPLES, 'ClassroomSession', changes);
const alert = (changes?: object) => example(ALERT_EXAMPLES, 'Alert', changes);
const policy = () => example(POLICY_EXAMPLES, 'Policy');
const log = (changes?: object) => example(RECORD_EXAMPLES, 'LogEntry', changes);
const lock = (state: string) => ({ state, since: LATER, until: null, message: null, requestedBy: KEY });
const protection = (state: string) => ({ state, policyVersion: 42, since: LATER });

/** The sample `data` of each event that is about one device. */
const ABOUT_A_DEVICE = {
  'device.offline': { device: device({ status: 'offline' }), reason: 'silence' },
  'device.online': { device: device() },
  'device.enrolled': { device: device() },
  'device.locked': { device: device({ lock: lock('locked') }), commandId: COMMAND_ID },
  'device.unlocked': { device: device({ lock: lock('unlocked') }), commandId: COMMAND_ID },
  'device.low_battery': { device: device({ battery: 14 }) },
  'device.protection_changed': {
    device: device({ protection: protection('unprotected') }),
    from: 'enforcing',
    to: 'unprotected',
  },
  'policy.violation': { log: log({ action: 'block', reason: 'block' }), count: 3 },
  'game.detected': { log: log({ category: 'games' }), count: 3 },
  'geofence.breached': { device: device({ campus: 'off-campus' }), campusId: CAMPUS_ID },
  'command.succeeded': {
    command: command({ status: 'succeeded', sentAt: LATER, acknowledgedAt: LATER, result: {} }),
  },
  'command.failed': {
    command: command({
      status: 'failed',
      sentAt: LATER,
      acknowledgedAt: LATER,
      error: { code: 'not_possible', detail: 'Nobody is signed in.' },
    }),
  },
  'command.expired': { command: command({ status: 'expired' }) },
  'command.cancelled': { command: command({ status: 'cancelled' }) },
  'command.superseded': { command: command({ status: 'superseded' }) },
  'alert.created': { alert: alert() },
  'alert.acknowledged': {
    alert: alert({ status: 'acknowledged', acknowledgedAt: LATER, acknowledgedBy: KEY }),
  },
  'alert.resolved': { alert: alert({ status: 'resolved', resolvedAt: LATER, resolvedBy: KEY }) },
} satisfies Partial<Record<SentEventType, Data>>;

const SAMPLES: Readonly<Record<SentEventType, Data>> = {
  ...ABOUT_A_DEVICE,
  'policy.created': { policy: policy() },
  'policy.updated': { policy: policy() },
  'policy.deleted': { policy: policy() },
  'override.created': { override: override() },
  'override.ended': { override: override({ endedAt: LATER }), reason: 'ended' },
  'classroom.session_started': { session: session({ conflicts: [] }) },
  'classroom.session_ended': {
    session: session({ status: 'ended', endedAt: LATER, conflicts: [] }),
    reason: 'time',
  },
  'classroom.session_conflict': {
    session: session(),
    conflict: {
      sessionId: 'cls_01kafw3v5xe8m9t2q4r6y8b0cd',
      teacher: 'art@x.example',
      studentEmails: ['ana@x.example'],
      deviceIds: [DEVICE],
      since: LATER,
      endedAt: null,
    },
  },
  'report.weekly': { report: example(REPORT_EXAMPLES, 'WeeklyReport') },
  'api_key.expiring': { keyId: KEY, name: 'SIS sync', expiresAt: '2026-12-04T10:00:00.000Z' },
  'webhook.disabled': { webhookId: WEBHOOK_ID, reason: 'gone' },
  'webhook.test': { test: true },
};

/** A sample of an event, made from the API’s examples. Nothing in it exists. Its sequence is 0, which no real event has. */
export function sampleEvent(
  type: SentEventType,
  { id, at }: { readonly id: EventId; readonly at: number },
): EventBody {
  return {
    id,
    event: type,
    type,
    timestamp: timestamp(at),
    ...(Object.hasOwn(ABOUT_A_DEVICE, type) ? { device_id: DEVICE } : {}),
    sequence: 0,
    data: SAMPLES[type],
  };
}
