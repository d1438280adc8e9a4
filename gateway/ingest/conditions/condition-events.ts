import type { CampusId } from '../../../contracts/ids.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { DeviceStanding } from '../../../store/ports/device-standings.ts';
import type { Transaction } from '../../../store/ports/store.ts';
import { toDevice } from '../../../store/views/device.ts';
import type { Login } from '../../connections/connection.ts';
import type { ConditionChange, ConditionSettings } from './condition-changes.ts';
import type { Condition } from './device-conditions.ts';

/** A server that is away for a moment, a walk round the house: neither is told (milliseconds). */
const LASTING_MS = 300_000;

/** The catalogue of events promises these; no school changes them. */
const SETTINGS: ConditionSettings = {
  // Between them a battery may swing without a word.
  battery: { low: 15, charged: 25 },
  protectionAfterMs: { enforcing: 0, unprotected: 0, unknown: 0, stale: LASTING_MS },
  campusLeftAfterMs: LASTING_MS,
};

/** What is told of a device. */
type ConditionEvent =
  | { readonly type: 'device.low_battery' }
  | {
      readonly type: 'device.protection_changed';
      readonly from: ProtectionState;
      readonly to: ProtectionState;
    }
  | { readonly type: 'geofence.breached'; readonly campusId: CampusId };

/** What is to be written with a heartbeat. */
export interface ConditionNews {
  readonly events: readonly ConditionEvent[];
  readonly standing: DeviceStanding;
  /** When it was heard of (epoch milliseconds of the server). */
  readonly at: number;
}

/** What a heartbeat brings, to be written with it by `writeConditionNews`; null = nothing, as nearly always. Of events not more than the device's budget has. */
export function conditionNews({ budget }: Login, condition: Condition): ConditionNews | null {
  const found = condition.changes('events', SETTINGS).flatMap(eventsOf);
  const { standing, isNew } = condition.standing();
  if (found.length === 0 && !isNew) return null;
  // A state that flaps is told so often, and no more: the device itself shows it as it is.
  const events = found.filter(() => budget.states.tryTake(1));
  return { events, standing, at: condition.report.lastSeenAt };
}

/** No event tells that a battery is charged or a device is back. */
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

/** Writes a change with its events, after the heartbeat that brought it, so that the events show the device as it is. One that was unenrolled meanwhile fires none. */
export async function writeConditionNews(
  tx: Transaction,
  { events, standing, at }: ConditionNews,
): Promise<void> {
  const { deviceId } = standing;
  const device = await tx.devices.find(deviceId);
  if (device === null) return;
  await tx.deviceStandings.put(standing);
  for (const { type, ...more } of events) {
    const data = { device: toDevice(device, at), ...more };
    await tx.events.append({ type, organisationId: device.organisationId, at, deviceId, data });
  }
}
