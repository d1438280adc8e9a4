import type { CampusId, DeviceId } from '../../contracts/ids.ts';
import type { ProtectionState } from '../../contracts/mqtt/messages.ts';

/** The reported, or pending, conditions of a device that has any. */
export interface DeviceConditionRecord {
  readonly deviceId: DeviceId;
  /** `device.low_battery` was fired, and the battery was not charged since. */
  readonly lowBattery: boolean;
  /** The protection that was last reported, while the present one has not lasted long enough to be reported; else null. */
  readonly staleFrom: ProtectionState | null;
  /** The campus with a geofence that the device is off; null = none. */
  readonly leftCampusId: CampusId | null;
  /** `geofence.breached` was fired for it. */
  readonly breached: boolean;
}

/** The gateway's memory of reported conditions, stored so that after a restart no event is fired twice or not at all. */
export interface DeviceConditionStore {
  all(): Promise<readonly DeviceConditionRecord[]>;
  /** Replaces the record of the device; one without any condition is deleted. */
  put(record: DeviceConditionRecord): Promise<void>;
}
