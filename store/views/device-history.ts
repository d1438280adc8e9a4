import type { EventBody } from '../../contracts/events/catalogue.ts';
import type { DeviceHistoryEntry } from '../../contracts/rest/device-story.ts';

/** The facts of a stored event that concern the device itself. Who was signed in is left out. */
export function toDeviceHistoryEntry({ id, timestamp, type, data }: EventBody): DeviceHistoryEntry {
  const fact = <Value>(name: string): Value | null => (data[name] ?? null) as Value | null;
  const device = fact<{ readonly battery?: number | null }>('device');
  return {
    id,
    timestamp,
    type: type as DeviceHistoryEntry['type'],
    reason: fact('reason'),
    from: fact('from'),
    to: fact('to'),
    battery: type === 'device.low_battery' ? (device?.battery ?? null) : null,
    campusId: fact('campusId'),
    commandId: fact('commandId'),
    heldBack: fact<number>('heldBack') ?? 0,
  };
}
