import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import { type Hit, joinsFor } from './hit.ts';

/** What a device would have made of alerts beyond what one device may make: one alert about the device, about nobody. */
export function floodHit(
  rule: AlertRules['alert_flood'],
  deviceId: DeviceId,
  surplus: readonly Pick<Hit, 'type' | 'count'>[],
): Hit {
  const types = [...new Set(surplus.map(({ type }) => type))].sort();
  return {
    type: 'alert_flood',
    severity: rule.severity,
    user: null,
    policyId: null,
    count: surplus.reduce((sum, { count }) => sum + count, 0),
    details: { what: types.join(', ') },
    sameAs: `alert_flood:${deviceId}`,
    joinsForMs: joinsFor(rule),
    title: (device) => `${device} reports more alerts than one device may make`,
  };
}
