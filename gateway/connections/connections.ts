import type { DeviceId } from '../../contracts/ids.ts';
import type { Connection } from './connection.ts';

/** The one live connection of each device. */
export interface Connections {
  /** Makes it the connection of its device. @returns the one that it takes over from */
  claim(deviceId: DeviceId, connection: Connection): Connection | null;
  /** Forgets it, unless another has taken over; says whether it was the device's connection. */
  drop(deviceId: DeviceId, connection: Connection): boolean;
  of(deviceId: DeviceId): Connection | null;
  devices(): readonly DeviceId[];
  readonly count: number;
}

export function createConnections(): Connections {
  const byDevice = new Map<DeviceId, Connection>();
  return {
    claim(deviceId, connection) {
      const before = byDevice.get(deviceId) ?? null;
      byDevice.set(deviceId, connection);
      return before === connection ? null : before;
    },
    drop(deviceId, connection) {
      if (byDevice.get(deviceId) !== connection) return false;
      return byDevice.delete(deviceId);
    },
    of: (deviceId) => byDevice.get(deviceId) ?? null,
    devices: () => [...byDevice.keys()],
    get count() {
      return byDevice.size;
    },
  };
}
