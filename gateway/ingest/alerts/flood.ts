import { type AlertRules, isSafety, SEVERITIES } from '../../../contracts/alerts/rules.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import { type Hit, joinsFor } from './hit.ts';

/**
 * One alert about the device, and about no person, for all alerts above its budget. If searches about self-harm or violence are among them, they get an alert
 * of their own, which has their severity, also where alerts about floods are switched off: so nothing hides them.
 */
export function floodHits(rules: AlertRules, deviceId: DeviceId, surplus: readonly Hit[]): readonly Hit[] {
  const safety = surplus.filter(({ type }) => isSafety(type));
  const others = rules.alert_flood.enabled ? surplus.filter(({ type }) => !isSafety(type)) : [];
  return [
    ...(safety.length === 0 ? [] : [safetyFlood(deviceId, safety)]),
    ...(others.length === 0 ? [] : [floodHit(rules.alert_flood, deviceId, others)]),
  ];
}

function safetyFlood(deviceId: DeviceId, surplus: readonly Hit[]): Hit {
  const ranks = surplus.map(({ severity }) => SEVERITIES.indexOf(severity));
  return {
    ...floodOf(surplus),
    severity: SEVERITIES[Math.max(...ranks)] ?? 'critical',
    sameAs: `alert_flood:${deviceId}:safety`,
    joinsForMs: Math.min(...surplus.map(({ joinsForMs }) => joinsForMs ?? 0)),
    title: (device) =>
      `${device} reports more searches about self-harm or violence than one device may make alerts of`,
  };
}

function floodHit(rule: AlertRules['alert_flood'], deviceId: DeviceId, surplus: readonly Hit[]): Hit {
  return {
    ...floodOf(surplus),
    severity: rule.severity,
    sameAs: `alert_flood:${deviceId}`,
    joinsForMs: joinsFor(rule),
    title: (device) => `${device} reports more alerts than one device may make`,
  };
}

function floodOf(surplus: readonly Hit[]) {
  const types = [...new Set(surplus.map(({ type }) => type))].sort();
  return {
    type: 'alert_flood' as const,
    user: null,
    policyId: null,
    count: surplus.reduce((sum, { count }) => sum + count, 0),
    details: { what: types.join(', ') },
  };
}
