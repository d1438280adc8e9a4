import type { CampusId, DeviceId } from '../../../contracts/ids.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { DeviceStanding } from '../../../store/ports/device-standings.ts';
import type { HeartbeatWrite } from '../../../store/ports/devices.ts';
import type { CampusRecord } from '../../../store/ports/organisations.ts';

/** The battery is low at this (percent), and charged again at that: between them it may swing without a word. */
const LOW = 15;
const CHARGED = 25;

/** `stale` is told, and a campus has been left, after this (milliseconds): a server that is away for a moment, a walk round the house. */
const LASTING_MS = 300_000;

/** What is told of a device. */
type StandingEvent =
  | { readonly type: 'device.low_battery' }
  | {
      readonly type: 'device.protection_changed';
      readonly from: ProtectionState;
      readonly to: ProtectionState;
    }
  | { readonly type: 'geofence.breached'; readonly campusId: CampusId };

/** What is to be written with a heartbeat. */
export interface StandingChange {
  readonly events: readonly StandingEvent[];
  readonly standing: DeviceStanding;
}

/** What heartbeats are judged with. */
interface Surroundings {
  readonly campuses: readonly CampusRecord[];
  /** As the store said of the device when it logged in: where nothing was heard before. */
  readonly stored: { readonly protection: ProtectionState; readonly campusId: string | null };
  /** Milliseconds that never jump. */
  readonly monotonic: number;
}

interface State {
  lowBattery: boolean;
  /** The protection that was last told. */
  protection: ProtectionState;
  staleSince: number | null;
  /** The campus with a geofence that the device was last on. */
  campusId: CampusId | null;
  offSince: number | null;
  breached: boolean;
  /** As it was last given to be written. */
  saved: DeviceStanding;
}

/**
 * Follows battery, protection and campus of devices by their heartbeats, for the events about them. Durations are the server's. They begin anew when
 * the gateway does, so that nothing is told too early; what is under way survives it. Of alerts, which a school may switch off, it is independent.
 */
export class Standings {
  private readonly states = new Map<DeviceId, State>();
  private kept = new Map<DeviceId, DeviceStanding>();

  /** Takes over what a gateway before this one has left. */
  restore(standings: readonly DeviceStanding[]): void {
    this.states.clear();
    this.kept = new Map(standings.map((standing) => [standing.deviceId, standing]));
  }

  /** What a heartbeat brings; null = nothing, as nearly always. It counts as told: the caller has it written with the heartbeat, however often it takes. */
  heartbeat(report: HeartbeatWrite, surroundings: Surroundings): StandingChange | null {
    const state = this.states.get(report.deviceId) ?? this.begun(report.deviceId, surroundings);
    const events = [
      battery(report, state),
      protection(report, state, surroundings),
      campus(report, state, surroundings),
    ].filter((event) => event !== null);
    const standing = standingOf(report.deviceId, state);
    if (events.length === 0 && isSame(standing, state.saved)) return null;
    state.saved = standing;
    return { events, standing };
  }

  private begun(deviceId: DeviceId, { campuses, stored }: Surroundings): State {
    const saved = this.kept.get(deviceId) ?? plain(deviceId);
    this.kept.delete(deviceId);
    const state: State = {
      lowBattery: saved.lowBattery,
      protection: saved.staleFrom ?? stored.protection,
      staleSince: null,
      campusId: saved.leftCampusId ?? withGeofence(campuses, stored.campusId)?.id ?? null,
      offSince: null,
      breached: saved.breached,
      saved,
    };
    this.states.set(deviceId, state);
    return state;
  }
}

function battery({ battery: level }: HeartbeatWrite, state: State): StandingEvent | null {
  if (level === null) return null;
  if (level >= CHARGED) state.lowBattery = false;
  if (level > LOW || state.lowBattery) return null;
  state.lowBattery = true;
  return { type: 'device.low_battery' };
}

function protection(
  { protection: to }: HeartbeatWrite,
  state: State,
  { monotonic }: Surroundings,
): StandingEvent | null {
  const from = state.protection;
  if (to === from || to !== 'stale') state.staleSince = null;
  else state.staleSince ??= monotonic;
  if (to === from || (state.staleSince !== null && monotonic - state.staleSince < LASTING_MS)) return null;
  state.staleSince = null;
  state.protection = to;
  return { type: 'device.protection_changed', from, to };
}

function campus(
  report: HeartbeatWrite,
  state: State,
  { campuses, monotonic }: Surroundings,
): StandingEvent | null {
  // No network tells nothing: the device may be anywhere.
  if (report.campus === 'unknown') return null;
  const last = report.campus === 'on-campus' ? report.campusId : state.campusId;
  state.campusId = withGeofence(campuses, last)?.id ?? null;
  if (report.campus === 'on-campus' || state.campusId === null) {
    state.offSince = null;
    state.breached = false;
    return null;
  }
  state.offSince ??= monotonic;
  if (state.breached || monotonic - state.offSince < LASTING_MS) return null;
  state.breached = true;
  return { type: 'geofence.breached', campusId: state.campusId };
}

function standingOf(deviceId: DeviceId, state: State): DeviceStanding {
  return {
    deviceId,
    lowBattery: state.lowBattery,
    staleFrom: state.staleSince === null ? null : state.protection,
    leftCampusId: state.offSince === null && !state.breached ? null : state.campusId,
    breached: state.breached,
  };
}

function plain(deviceId: DeviceId): DeviceStanding {
  return { deviceId, lowBattery: false, staleFrom: null, leftCampusId: null, breached: false };
}

function isSame(a: DeviceStanding, b: DeviceStanding): boolean {
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
