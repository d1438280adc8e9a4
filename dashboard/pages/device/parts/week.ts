import type { DeviceHistoryEntry } from '../../../../sdk/node/index.ts';

/** What a laptop did in a span of time, the newest first. */
export interface Week {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly DeviceHistoryEntry[];
  /** False = there were more than are shown. */
  readonly whole: boolean;
}
