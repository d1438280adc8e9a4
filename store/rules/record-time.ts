import { CLOCK_TOLERANCE_SECONDS } from '../../contracts/mqtt/messages.ts';

/** How far back a device may have been off-line (milliseconds): as long as logs are kept by default. */
const MAX_AGE_MS = 90 * 86_400_000;

/** How far ahead a device's clock may be. */
const MAX_AHEAD_MS = CLOCK_TOLERANCE_SECONDS * 1_000;

/** The time of a record. */
export interface RecordTime {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The device's own time when it cannot be true; null = `at` is the device's. */
  readonly deviceAt: number | null;
}

/**
 * The time of a record: the device's own time when it can be true. That is: not after the receipt (within the tolerance of clocks), not more than 90 days
 * before it, and not in a time whose records were purged. Else the time of the receipt, with the device's own beside it.
 */
export function recordTime(
  at: number,
  { receivedAt, purgedBefore }: { readonly receivedAt: number; readonly purgedBefore: number },
): RecordTime {
  const credible = at <= receivedAt + MAX_AHEAD_MS && at >= receivedAt - MAX_AGE_MS && at >= purgedBefore;
  return credible ? { at, deviceAt: null } : { at: receivedAt, deviceAt: at };
}
