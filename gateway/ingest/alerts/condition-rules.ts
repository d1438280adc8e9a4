import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { HeartbeatWrite } from '../../../store/ports/devices.ts';
import type { ConditionChange, ConditionSettings } from '../conditions/condition-changes.ts';
import type { Hit } from './hit.ts';

const MINUTE_MS = 60_000;

/** Which conditions of devices are alerts. */
type ConditionType = 'geofence_breach' | 'unprotected_device' | 'low_battery';

/** What a change means for alerts: one begins, or one ends, by its key; null = neither. */
type Verdict = { readonly began: Hit } | { readonly ended: string } | null;

/** From when on a condition is an alert, by the school's rules. A rule that is off begins no alert; one that has begun still ends. */
export function conditionSettings({
  low_battery,
  unprotected_device,
  geofence_breach,
}: AlertRules): ConditionSettings {
  const afterMs = ({ enabled, afterMinutes }: AlertRules['geofence_breach']): number | null =>
    enabled ? afterMinutes * MINUTE_MS : null;
  return {
    battery: { low: low_battery.enabled ? low_battery.low : null, charged: low_battery.recovered },
    protectionAfterMs: {
      enforcing: 0,
      stale: 0,
      // `unknown` does not end an alert: the agent has not checked its filter yet.
      unknown: null,
      unprotected: afterMs(unprotected_device),
    },
    campusLeftAfterMs: afterMs(geofence_breach),
  };
}

/** What a condition change means for alerts. */
export function judgeChange(change: ConditionChange, report: HeartbeatWrite, rules: AlertRules): Verdict {
  const { deviceId, lastSeenAt } = report;
  const since = (lastedMs: number): string => new Date(lastSeenAt - lastedMs).toISOString();
  const began = (type: ConditionType, hit: Pick<Hit, 'title' | 'details'>): Verdict => ({
    began: {
      ...{ ...hit, type, severity: rules[type].severity, user: report.user, policyId: null },
      ...{ count: 1, sameAs: nameOf(type, deviceId), joinsForMs: null },
    },
  });
  const ended = (type: ConditionType): Verdict => ({ ended: nameOf(type, deviceId) });
  switch (change.kind) {
    case 'battery_low':
      return began('low_battery', {
        title: (device) => `Battery of ${device} is at ${change.level} %`,
        details: { battery: change.level },
      });
    case 'battery_charged':
      return ended('low_battery');
    case 'protection_changed':
      if (change.from === 'unprotected') return ended('unprotected_device');
      if (change.to !== 'unprotected') return null;
      return began('unprotected_device', {
        title: (device) => `${device} is unprotected`,
        details: { since: since(change.lastedMs) },
      });
    case 'campus_left':
      return began('geofence_breach', {
        title: (device) => `${device} left the campus ${change.campus.name}`,
        details: { campusId: change.campus.id, since: since(change.lastedMs) },
      });
    case 'campus_entered':
      return ended('geofence_breach');
  }
}

function nameOf(type: ConditionType, deviceId: DeviceId): string {
  return `${type}:${deviceId}`;
}
