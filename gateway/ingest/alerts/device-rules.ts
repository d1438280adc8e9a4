import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { AlertCondition } from '../../../store/ports/alerts.ts';
import type { HeartbeatWrite } from '../../../store/ports/devices.ts';
import type { CampusRecord } from '../../../store/ports/organisations.ts';
import type { Hit } from './hit.ts';

const MINUTE_MS = 60_000;

/** States of devices that are alerts. */
type ConditionType = 'geofence_breach' | 'unprotected_device' | 'low_battery';

/** What is to be written after a heartbeat. */
export interface ConditionChange {
  readonly hits: readonly Hit[];
  /** States that have ended, by what their alert is known by. */
  readonly ends: readonly string[];
}

/** What heartbeats are judged with. */
export interface Surroundings {
  readonly rules: AlertRules;
  readonly campuses: readonly CampusRecord[];
  /** The campus that the device was on when the store was last asked; null = none. */
  readonly lastCampusId: string | null;
  /** Milliseconds that never jump. */
  readonly monotonic: number;
}

interface DeviceState {
  /** The campus with a geofence that the device was last seen on; undefined = by nobody since the gateway began. */
  campusId: string | null | undefined;
  offSince: number | null;
  unprotectedSince: number | null;
  readonly alerted: Set<ConditionType>;
}

/**
 * Follows the states of devices by their heartbeats. Durations are the server's. A device that is silent tells nothing new: what began before it fell
 * silent goes on when it is heard again.
 */
export class DeviceRules {
  private readonly states = new Map<DeviceId, DeviceState>();

  /** Takes over the alerts that a gateway before this one has made. */
  restore(conditions: readonly AlertCondition[]): void {
    for (const { type, deviceId } of conditions) this.stateOf(deviceId).alerted.add(type as ConditionType);
  }

  heartbeat(report: HeartbeatWrite, surroundings: Surroundings): ConditionChange {
    const lastCampusId = withGeofence(surroundings, surroundings.lastCampusId)?.id ?? null;
    const state = this.stateOf(report.deviceId);
    if (state.campusId === undefined) state.campusId = lastCampusId;
    const hits: Hit[] = [];
    const ends: string[] = [];
    for (const judge of [judgeBattery, judgeProtection, judgeCampus]) {
      const verdict = judge(report, state, surroundings);
      if (verdict === null) continue;
      if ('ended' in verdict) {
        if (state.alerted.delete(verdict.ended)) ends.push(nameOf(verdict.ended, report.deviceId));
      } else if (!state.alerted.has(verdict.began.type as ConditionType)) {
        state.alerted.add(verdict.began.type as ConditionType);
        hits.push(verdict.began);
      }
    }
    // The store may name a campus that the device has left since: then the next heartbeat would begin there again.
    if (isNeutral(state) && lastCampusId === null) this.states.delete(report.deviceId);
    return { hits, ends };
  }

  /** A change could not be written: the next heartbeat finds it again. */
  undo(deviceId: DeviceId, { hits, ends }: ConditionChange): void {
    const { alerted } = this.stateOf(deviceId);
    for (const { type } of hits) alerted.delete(type as ConditionType);
    for (const name of ends) alerted.add(name.split(':')[0] as ConditionType);
  }

  private stateOf(deviceId: DeviceId): DeviceState {
    const state = this.states.get(deviceId) ?? freshState();
    this.states.set(deviceId, state);
    return state;
  }
}

type Verdict = { readonly began: Hit } | { readonly ended: ConditionType } | null;

function judgeBattery(
  { deviceId, battery, user }: HeartbeatWrite,
  _state: DeviceState,
  { rules }: Surroundings,
): Verdict {
  const { enabled, severity, low, recovered } = rules.low_battery;
  if (battery === null) return null;
  if (battery >= recovered) return { ended: 'low_battery' };
  if (!enabled || battery > low) return null;
  return {
    began: condition('low_battery', deviceId, {
      severity,
      user,
      title: (device) => `Battery of ${device} is at ${battery} %`,
      details: { battery },
    }),
  };
}

function judgeProtection(
  { deviceId, protection, lastSeenAt, user }: HeartbeatWrite,
  state: DeviceState,
  { rules, monotonic }: Surroundings,
): Verdict {
  const { enabled, severity, afterMinutes } = rules.unprotected_device;
  if (protection !== 'unprotected') {
    state.unprotectedSince = null;
    // An agent that has not looked yet says nothing about a filter that was off.
    return protection === 'unknown' ? null : { ended: 'unprotected_device' };
  }
  state.unprotectedSince ??= monotonic;
  const lasted = monotonic - state.unprotectedSince;
  if (!enabled || lasted < afterMinutes * MINUTE_MS) return null;
  return {
    began: condition('unprotected_device', deviceId, {
      severity,
      user,
      title: (device) => `${device} is unprotected`,
      details: { since: new Date(lastSeenAt - lasted).toISOString() },
    }),
  };
}

function judgeCampus(report: HeartbeatWrite, state: DeviceState, surroundings: Surroundings): Verdict {
  const { enabled, severity, afterMinutes } = surroundings.rules.geofence_breach;
  // No network tells nothing: the device may be anywhere.
  if (report.campus === 'unknown') return null;
  if (report.campus === 'on-campus') {
    state.campusId = withGeofence(surroundings, report.campusId)?.id ?? null;
    state.offSince = null;
    return { ended: 'geofence_breach' };
  }
  const left = withGeofence(surroundings, state.campusId);
  if (left === null) return null;
  state.offSince ??= surroundings.monotonic;
  const lasted = surroundings.monotonic - state.offSince;
  if (!enabled || lasted < afterMinutes * MINUTE_MS) return null;
  return {
    began: condition('geofence_breach', report.deviceId, {
      severity,
      user: report.user,
      title: (device) => `${device} left the campus ${left.name}`,
      details: { campusId: left.id, since: new Date(report.lastSeenAt - lasted).toISOString() },
    }),
  };
}

function condition(
  type: ConditionType,
  deviceId: DeviceId,
  hit: Pick<Hit, 'severity' | 'user' | 'title' | 'details'>,
): Hit {
  return { ...hit, type, policyId: null, count: 1, sameAs: nameOf(type, deviceId), joinsForMs: null };
}

function nameOf(type: ConditionType, deviceId: DeviceId): string {
  return `${type}:${deviceId}`;
}

function withGeofence({ campuses }: Surroundings, campusId: string | null | undefined): CampusRecord | null {
  return campuses.find(({ id, geofence }) => id === campusId && geofence !== null) ?? null;
}

function freshState(): DeviceState {
  return { campusId: undefined, offSince: null, unprotectedSince: null, alerted: new Set() };
}

/** Nothing to remember: most devices of most schools. */
function isNeutral({ campusId, offSince, unprotectedSince, alerted }: DeviceState): boolean {
  return campusId === null && offSince === null && unprotectedSince === null && alerted.size === 0;
}
