import type { DeviceId } from '../../contracts/ids.ts';

/** What a device has used up of what it may have stored and told. */
export interface SpentBudget {
  readonly deviceId: DeviceId;
  /** By the name of the budget, of each of its parts. What it means is the gateway's. */
  readonly spent: Readonly<Record<string, readonly number[]>>;
  /** When that was so (epoch milliseconds). */
  readonly at: number;
}

/** What survives a restart of how much devices have had stored and told, and of what was not told. */
export interface DeviceQuotaStore {
  /** Devices of which events about their presence were held back. */
  untold(): Promise<readonly DeviceId[]>;
  /** Notes that one more was held back. One that is no longer enrolled has none. */
  holdBack(deviceId: DeviceId): Promise<void>;
  /** Forgets what was held back. @returns how many */
  release(deviceId: DeviceId): Promise<number>;
  spent(): Promise<readonly SpentBudget[]>;
  /** Replaces what these devices have spent. */
  keepSpent(spent: readonly SpentBudget[]): Promise<void>;
  forgetSpent(deviceIds: readonly DeviceId[]): Promise<void>;
}
