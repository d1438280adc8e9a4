import type { DeviceId } from '../../contracts/ids.ts';

/** What a device has used up of its budgets. */
export interface SpentBudget {
  readonly deviceId: DeviceId;
  /** Used amounts of the parts of each budget, by its name. The gateway defines their meaning. */
  readonly spent: Readonly<Record<string, readonly number[]>>;
  /** The time of these amounts (epoch milliseconds). */
  readonly at: number;
}

/** Used budgets of devices, and held back events about their presence. Stored so that they survive a restart. */
export interface DeviceQuotaStore {
  /** Devices of which events about their presence were held back. */
  untold(): Promise<readonly DeviceId[]>;
  /** Counts one more event that was held back. Does nothing for a device that is not enrolled. */
  holdBack(deviceId: DeviceId): Promise<void>;
  /** Deletes the count of held back events. @returns how many there were */
  release(deviceId: DeviceId): Promise<number>;
  spent(): Promise<readonly SpentBudget[]>;
  /** Replaces the used budgets of these devices. */
  keepSpent(spent: readonly SpentBudget[]): Promise<void>;
  forgetSpent(deviceIds: readonly DeviceId[]): Promise<void>;
}
