import type { CampusId } from '../../../contracts/ids.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { DeviceConditionRecord } from '../../../store/ports/device-conditions.ts';
import type { Transaction } from '../../../store/ports/store.ts';
import { toDevice } from '../../../store/views/device.ts';
import type { Login } from '../../connections/connection.ts';
import type { ConditionChange, ConditionSettings } from './condition-changes.ts';
import type { Condition } from './device-conditions.ts';

/** Shorter changes are not reported (milliseconds): the server was down for a moment, or somebody walked round the house. */
const LASTING_MS = 300_000;

/** Fixed by the catalogue of events; no school changes them. */
const SETTINGS: ConditionSettings = {
  // Between the two values a battery's level fires no event.
  battery: { low: 15, charged: 25 },
  protectionAfterMs: { enforcing: 0, unprotected: 0, unknown: 0, stale: LASTING_MS },
  campusLeftAfterMs: LASTING_MS,
};

/** The events of a device. */
type ConditionEvent =
  | { readonly type: 'device.low_battery' }
  | {
      readonly type: 'device.protection_changed';
      readonly from: ProtectionState;
      readonly to: ProtectionState;
    }
  | { readonly type: 'geofence.breached'; readonly campusId: CampusId };

/** What is written with a heartbeat. */
export interface ConditionNews {
  readonly events: readonly ConditionEvent[];
  readonly record: DeviceConditionRecord;
  /** When the heartbeat was received (epoch milliseconds of the server). */
  readonly at: number;
}

/** The condition changes of a heartbeat, for `writeConditionNews`; null = none, nearly always. No more events than the device's budget allows. */
export function conditionNews({ budget }: Login, condition: Condition): ConditionNews | null {
  const found = condition.changes('events', SETTINGS).flatMap(eventsOf);
  const { record, isNew } = condition.record();
  if (found.length === 0 && !isNew) return null;
  // A state that changes all the time is over the budget; the device itself still shows its present state.
  const events = found.filter(() => budget.states.tryTake(1));
  return { events, record, at: condition.report.lastSeenAt };
}

/** There is no event for a battery that is charged or a device that is back. */
function eventsOf(change: ConditionChange): readonly ConditionEvent[] {
  switch (change.kind) {
    case 'battery_low':
      return [{ type: 'device.low_battery' }];
    case 'protection_changed':
      return [{ type: 'device.protection_changed', from: change.from, to: change.to }];
    case 'campus_left':
      return [{ type: 'geofence.breached', campusId: change.campus.id }];
    case 'battery_charged':
    case 'campus_entered':
      return [];
  }
}

/**
 * Writes condition changes with their events, after the heartbeat, so that the events show the device's present state. A device that was unenrolled meanwhile
 * fires none.
 */
export async function writeConditionNews(
  tx: Transaction,
  { events, record, at }: ConditionNews,
): Promise<void> {
  const { deviceId } = record;
  const device = await tx.devices.find(deviceId);
  if (device === null) return;
  await tx.deviceConditions.put(record);
  for (const { type, ...more } of events) {
    const data = { device: toDevice(device, at), ...more };
    await tx.events.append({ type, organisationId: device.organisationId, at, deviceId, data });
  }
}
