import type { DeviceEvent } from '../../contracts/mqtt/messages.ts';

/** Events about the device itself: their details tell an operator what happened to it. */
const ABOUT_THE_DEVICE: ReadonlySet<string> = new Set<DeviceEvent['kind']>([
  'lock_released',
  'refused',
  'tamper',
  'self_test',
  'protection',
  'repair',
  'portal',
  'fault',
]);
/** Who somebody is, where they went and what they wrote. */
const PERSONAL: ReadonlySet<string> = new Set(['user', 'note', 'host', 'url', 'domain', 'title']);

/**
 * What is kept of an event once it had its effect: alerts, requests and counts have what they need. Nothing that a student did or wrote stays;
 * migration 24 did the same to what was kept before.
 */
export function keptDeviceEvent(event: DeviceEvent): DeviceEvent {
  const members = ABOUT_THE_DEVICE.has(event.kind) ? Object.entries(event.details) : [];
  return { ...event, details: Object.fromEntries(members.filter(([name]) => !PERSONAL.has(name))) };
}
