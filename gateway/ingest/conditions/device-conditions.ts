import type { CampusId, DeviceId } from '../../../contracts/ids.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { AlertCondition } from '../../../store/ports/alerts.ts';
import type { DeviceConditionRecord } from '../../../store/ports/device-conditions.ts';
import type { HeartbeatWrite } from '../../../store/ports/devices.ts';
import type { CampusRecord } from '../../../store/ports/organisations.ts';
import type { Store } from '../../../store/ports/store.ts';
import type { DeviceSnapshot, Login } from '../../connections/connection.ts';
import {
  type ConditionChange,
  type ConditionSettings,
  type Measured,
  type Told,
  tellChanges,
  untell,
} from './condition-changes.ts';

/** A device that is silent this long (milliseconds), and has no change pending, is removed from memory. Its last heartbeat was stored long before. */
const SILENT_MS = 3_600_000;

/** The two readers of changes. */
export type Reader = 'events' | 'alerts';

/** The conditions of a device after a heartbeat. */
export interface Condition {
  readonly report: HeartbeatWrite;
  /** The changes since the reader's last call. They count as reported. */
  changes(reader: Reader, settings: ConditionSettings): readonly ConditionChange[];
  /** Takes changes back that could not be written: the next heartbeat finds them again. */
  undo(reader: Reader, changes: readonly ConditionChange[]): void;
  /** The record that survives a restart, and whether it differs from that of the last call. The caller writes it. */
  record(): { readonly record: DeviceConditionRecord; readonly isNew: boolean };
}

/** What an earlier gateway has stored. */
interface ConditionStore {
  readonly alerts: Pick<Store['alerts'], 'conditions'>;
  readonly deviceConditions: Pick<Store['deviceConditions'], 'all'>;
}

interface State {
  heardAt: number;
  /** By the last heartbeat; null = there was none since this gateway began. */
  protection: { readonly state: ProtectionState; readonly since: number } | null;
  /** The campus with a geofence that the device was last on. */
  campusId: CampusId | null;
  /** The campus with a geofence that is stored with the last heartbeat. */
  storedCampusId: CampusId | null;
  offSince: number | null;
  readonly told: Readonly<Record<Reader, Told>>;
  /** The record as it was last given out to be written. */
  saved: DeviceConditionRecord;
}

interface Left {
  readonly record: DeviceConditionRecord;
  readonly alerts: Told;
}

/** What a heartbeat is compared with. */
interface Surroundings {
  readonly campuses: readonly CampusRecord[];
  /** Monotonic milliseconds. */
  readonly now: number;
}

/**
 * Follows battery, protection and campus of devices by their heartbeats, and reports changes. Events and alerts are made of these, each with settings of their
 * own. Durations are measured by the server. They begin anew when the gateway starts, so that nothing is reported too early; pending changes survive the
 * restart. While a device is silent nothing changes: a duration goes on when the device is heard again.
 */
export class DeviceConditions {
  private readonly store: ConditionStore;
  private readonly clock: Clock;
  private readonly states = new Map<DeviceId, State>();
  private left = new Map<DeviceId, Left>();
  private sweptAt: number;

  constructor({ store, clock }: { readonly store: ConditionStore; readonly clock: Clock }) {
    this.store = store;
    this.clock = clock;
    this.sweptAt = clock.monotonic();
  }

  /** How many devices are in memory. */
  get size(): number {
    return this.states.size;
  }

  /** Takes over what an earlier gateway has stored. */
  async start(): Promise<void> {
    const records = await this.store.deviceConditions.all();
    this.left = leftOf(records, await this.store.alerts.conditions());
    this.states.clear();
  }

  /** Takes a heartbeat in. The state is also kept with the login, so that a device that was removed from memory does not begin again from an older state. */
  heartbeat(login: Login, report: HeartbeatWrite, campuses: readonly CampusRecord[]): Condition {
    const now = this.clock.monotonic();
    this.sweep(now);
    const { device } = login;
    const { protection, campusId } = report;
    const state = this.states.get(report.deviceId) ?? this.begun(report.deviceId, device, campuses);
    if (device.protection !== protection || device.campusId !== campusId)
      login.device = { ...device, protection, campusId };
    const measured = measure(report, state, { campuses, now });
    return {
      report,
      changes: (reader, settings) => tellChanges(measured, state.told[reader], settings),
      undo(reader, changes) {
        for (const change of changes) untell(state.told[reader], change);
      },
      record() {
        const record = recordOf(report.deviceId, state);
        const isNew = !isSame(record, state.saved);
        state.saved = record;
        return { record, isNew };
      },
    };
  }

  private begun(
    deviceId: DeviceId,
    stored: Pick<DeviceSnapshot, 'protection' | 'campusId'>,
    campuses: readonly CampusRecord[],
  ): State {
    const { record, alerts } = this.left.get(deviceId) ?? nothingLeft(deviceId);
    this.left.delete(deviceId);
    const { lowBattery, staleFrom, leftCampusId, breached } = record;
    const state: State = {
      heardAt: 0,
      protection: null,
      campusId: leftCampusId ?? withGeofence(campuses, stored.campusId)?.id ?? null,
      storedCampusId: null,
      offSince: null,
      told: {
        events: { lowBattery, protection: staleFrom ?? stored.protection, campusLeft: breached },
        alerts,
      },
      saved: record,
    };
    this.states.set(deviceId, state);
    return state;
  }

  /** Removes silent devices from memory when the store has their whole state. */
  private sweep(now: number): void {
    if (now - this.sweptAt < SILENT_MS) return;
    this.sweptAt = now;
    for (const [deviceId, state] of this.states)
      if (now - state.heardAt >= SILENT_MS && isAsStored(state)) this.states.delete(deviceId);
  }
}

function measure(report: HeartbeatWrite, state: State, { campuses, now }: Surroundings): Measured {
  state.heardAt = now;
  state.storedCampusId = withGeofence(campuses, report.campusId)?.id ?? null;
  if (state.protection?.state !== report.protection)
    state.protection = { state: report.protection, since: now };
  return {
    battery: report.battery,
    protection: { state: report.protection, lastedMs: now - state.protection.since },
    campus: measureCampus(report, state, { campuses, now }),
  };
}

function measureCampus(
  { campus, campusId }: HeartbeatWrite,
  state: State,
  { campuses, now }: Surroundings,
): Measured['campus'] {
  // Without a network the place is unknown.
  if (campus === 'unknown') return null;
  const left = withGeofence(campuses, campus === 'on-campus' ? campusId : state.campusId);
  state.campusId = left?.id ?? null;
  if (campus === 'on-campus' || left === null) state.offSince = null;
  else state.offSince ??= now;
  if (campus === 'on-campus') return { isOn: true };
  return { isOn: false, left, lastedMs: now - (state.offSince ?? now) };
}

function leftOf(
  records: readonly DeviceConditionRecord[],
  conditions: readonly AlertCondition[],
): Map<DeviceId, Left> {
  const left = new Map<DeviceId, Left>();
  for (const record of records) left.set(record.deviceId, { ...nothingLeft(record.deviceId), record });
  for (const { type, deviceId } of conditions) {
    const { record, alerts } = left.get(deviceId) ?? nothingLeft(deviceId);
    if (type === 'low_battery') alerts.lowBattery = true;
    if (type === 'unprotected_device') alerts.protection = 'unprotected';
    if (type === 'geofence_breach') alerts.campusLeft = true;
    left.set(deviceId, { record, alerts });
  }
  return left;
}

function nothingLeft(deviceId: DeviceId): Left {
  return {
    record: { deviceId, lowBattery: false, staleFrom: null, leftCampusId: null, breached: false },
    // No protection has an alert yet.
    alerts: { lowBattery: false, protection: 'unknown', campusLeft: false },
  };
}

/** Whether the state would be the same if it were made anew from the store: no change is pending. */
function isAsStored({ protection, campusId, storedCampusId, offSince, told }: State): boolean {
  const { events, alerts } = told;
  const isTold = [events, alerts].some(({ lowBattery, campusLeft }) => lowBattery || campusLeft);
  const isUnprotected = alerts.protection === 'unprotected' || protection?.state === 'unprotected';
  if (isTold || isUnprotected || offSince !== null) return false;
  return events.protection === protection?.state && campusId === storedCampusId;
}

function recordOf(
  deviceId: DeviceId,
  { protection, campusId, offSince, told }: State,
): DeviceConditionRecord {
  const { lowBattery, protection: toldProtection, campusLeft } = told.events;
  return {
    deviceId,
    lowBattery,
    staleFrom: protection?.state === toldProtection ? null : toldProtection,
    leftCampusId: offSince === null && !campusLeft ? null : campusId,
    breached: campusLeft,
  };
}

function isSame(a: DeviceConditionRecord, b: DeviceConditionRecord): boolean {
  return (
    a.lowBattery === b.lowBattery &&
    a.staleFrom === b.staleFrom &&
    a.leftCampusId === b.leftCampusId &&
    a.breached === b.breached
  );
}

function withGeofence(campuses: readonly CampusRecord[], id: string | null): CampusRecord | null {
  return campuses.find((campus) => campus.id === id && campus.geofence !== null) ?? null;
}
