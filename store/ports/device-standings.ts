import type { CampusId, DeviceId } from '../../contracts/ids.ts';
import type { ProtectionState } from '../../contracts/mqtt/messages.ts';

/** What was told, or is about to be told, of a device whose state is not the plain one. */
export interface DeviceStanding {
  readonly deviceId: DeviceId;
  /** `device.low_battery` was fired, and the battery was not charged since. */
  readonly lowBattery: boolean;
  /** The protection that was last told, while `stale` has not lasted long enough to be told; else null. */
  readonly staleFrom: ProtectionState | null;
  /** The campus with a geofence that the device is off; null = none. */
  readonly leftCampusId: CampusId | null;
  /** `geofence.breached` was fired for it. */
  readonly breached: boolean;
}

/** What survives a restart of what the gateway knows of its devices, so that no event is fired twice or not at all. */
export interface DeviceStandingStore {
  all(): Promise<readonly DeviceStanding[]>;
  /** Replaces that of the device; one of which nothing is under way is forgotten. */
  put(standing: DeviceStanding): Promise<void>;
}
