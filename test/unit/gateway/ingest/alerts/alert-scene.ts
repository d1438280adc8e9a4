import type { Test } from 'tap';
import { type AlertRuleChanges, type AlertRules, alertRules } from '../../../../../contracts/alerts/rules.ts';
import type { CampusId } from '../../../../../contracts/ids.ts';
import type { ActivityRecord } from '../../../../../contracts/mqtt/messages.ts';
import type { OrganisationSettings } from '../../../../../gateway/connections/organisations.ts';
import { createAlertWatch } from '../../../../../gateway/ingest/alerts/alert-watch.ts';
import { DeviceConditions } from '../../../../../gateway/ingest/conditions/device-conditions.ts';
import type { ActivityReading } from '../../../../../gateway/ingest/readings/activity-readings.ts';
import { NOTHING, type Report } from '../../../../../gateway/ingest/sightings/sighting-watch.ts';
import type { GatewayLimits } from '../../../../../gateway/limits/limits.ts';
import type { AlertCondition, AlertFinding, AlertRecord } from '../../../../../store/ports/alerts.ts';
import type { DeviceConditionRecord } from '../../../../../store/ports/device-conditions.ts';
import type { DeviceRecord, HeartbeatWrite } from '../../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../../store/ports/store.ts';
import type { ReceivedActivity, ReceivedDeviceEvent } from '../../../../../store/ports/telemetry.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { DEVICE_ID, deviceRecord } from '../../device-records.ts';
import { createFakeCommits } from '../../fake-commits.ts';
import { fakeConnection } from '../../fake-connection.ts';

export const MINUTE = 60_000;
export const HIGH = 'cam_high' as CampusId;
/** A campus without a geofence. */
const ANNEX = 'cam_annex' as CampusId;

const CAMPUSES = [
  { id: ANNEX, name: 'Annex', geofence: null },
  { id: HIGH, name: 'High', geofence: {} },
] as unknown as OrganisationSettings['campuses'];

export interface AlertSceneOptions {
  readonly rules?: AlertRuleChanges;
  readonly device?: Partial<DeviceRecord>;
  readonly limits?: Partial<GatewayLimits>;
  readonly conditions?: readonly AlertCondition[];
  readonly records?: readonly DeviceConditionRecord[];
}

/** A watch over one device, and the alerts that come of what the device reports. */
export async function alertScene(
  _t: Test,
  { rules = {}, device = {}, limits, conditions = [], records = [] }: AlertSceneOptions = {},
) {
  const clock = createFakeClock();
  const laptop = fakeConnection(clock, {
    device: deviceRecord(device),
    ...(limits === undefined ? {} : { limits }),
  });
  const state = {
    rules: async (): Promise<AlertRules> => alertRules(rules),
    /** Null = let go. */
    device: deviceRecord(device) as DeviceRecord | null,
    report: NOTHING as Report,
  };
  let rulesRead = 0;
  const found: AlertFinding[] = [];
  /** Of each thing that goes on, when the last was seen. */
  const standing = new Map<string, number>();
  const events: string[] = [];
  const ended: unknown[] = [];
  const logged: unknown[] = [];
  const sighted: (readonly ActivityReading[])[] = [];
  const joins = ({ sameAs, joinsForMs, at }: Pick<AlertFinding, 'sameAs' | 'joinsForMs' | 'at'>): boolean => {
    const last = standing.get(sameAs);
    return last !== undefined && (joinsForMs === null || at - last < joinsForMs);
  };
  const recordOf = (title: string): AlertRecord =>
    ({
      title,
      createdAt: 0,
      lastSeenAt: 0,
      updatedAt: 0,
      acknowledgedAt: null,
      resolvedAt: null,
    }) as AlertRecord;
  const alerts = {
    rules: () => {
      rulesRead += 1;
      return state.rules();
    },
    conditions: async () => conditions,
    wouldJoin: async (finding: AlertFinding) => joins(finding),
    raise: async (finding: AlertFinding) => {
      const created = !joins(finding);
      standing.set(finding.sameAs, finding.at);
      found.push(finding);
      return { created, alert: recordOf(finding.title) };
    },
    endCondition: async (organisationId: number, sameAs: string, at: number) => {
      ended.push([organisationId, sameAs, at]);
      return standing.delete(sameAs) || conditions.length > 0 ? recordOf(sameAs) : null;
    },
  };
  const tx = {
    alerts,
    devices: { find: async () => state.device },
    events: {
      append: async ({
        type,
        data,
      }: {
        readonly type: string;
        readonly data: { readonly alert: { readonly title: string } };
      }) => void events.push(`${type}: ${data.alert.title}`),
    },
  } as unknown as Transaction;
  const commits = createFakeCommits(tx);
  const deviceConditions = new DeviceConditions({
    store: { alerts, deviceConditions: { all: async () => records } },
    clock,
  });
  await deviceConditions.start();
  const watch = createAlertWatch({
    commits,
    clock,
    store: { alerts } as unknown as Parameters<typeof createAlertWatch>[0]['store'],
    sightings: {
      activity: (readings) => {
        sighted.push(readings);
        return state.report;
      },
    },
    log: { error: (...all: unknown[]) => void logged.push(all) } as never,
  });

  let made = 0;
  const received = (
    record: Partial<ActivityRecord>,
    more: Partial<ReceivedActivity> = {},
  ): ReceivedActivity => ({
    deviceId: DEVICE_ID,
    organisationId: 1,
    receivedAt: clock.now(),
    ouPath: '/High',
    record: {
      id: `record-${made++}`,
      at: clock.now(),
      kind: 'request',
      user: 'ana@x.example',
      domain: 'site.example',
      action: 'block',
      reason: 'block',
      ...record,
    },
    ...more,
  });

  return {
    ...{ clock, laptop, commits, state, tx, watch, found, ended, logged, sighted, received },
    rulesRead: () => rulesRead,
    /** The events since the last question. */
    told: () => events.splice(0),
    /** A heartbeat of the device; what it brings is written when this resolves. */
    async beat(report: Partial<HeartbeatWrite> = {}, campuses = CAMPUSES) {
      const whole = {
        ...{ deviceId: DEVICE_ID, lastSeenAt: clock.now(), user: 'ana@x.example', battery: 80 },
        ...{ campus: 'unknown', campusId: null, protection: 'enforcing', ...report },
      } as HeartbeatWrite;
      watch.heartbeat(laptop.login, deviceConditions.heartbeat(laptop.login, whole, campuses));
      await clock.advance(0);
    },
    /** Activity of the device, in one batch. */
    send: (...records: readonly Partial<ActivityRecord>[]) =>
      watch.activity(
        laptop.login,
        records.map((record) => received(record)),
      ),
    /** Events of the device, in one batch. */
    async report(...reported: readonly Partial<ReceivedDeviceEvent['event']>[]) {
      const allowance = laptop.login.budget.alerts.allowance();
      await watch.events(
        tx,
        { login: laptop.login, allowance },
        reported.map((event, n) => ({
          deviceId: DEVICE_ID,
          organisationId: 1,
          receivedAt: clock.now(),
          event: { id: `event-${made++}-${n}`, at: clock.now(), kind: 'tamper', details: {}, ...event },
        })) as readonly ReceivedDeviceEvent[],
      );
    },
  };
}
