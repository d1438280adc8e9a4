import { type BackoffPolicy, backoffDelay } from '../../kit/backoff.ts';
import type { Random } from '../../kit/random.ts';

/** What was sent on a connection: how often, and when it is to be sent again (monotonic milliseconds). */
export interface Sending {
  readonly times: number;
  readonly againAt: number;
}

/**
 * Without an answer it is sent again after 20 s, then after twice as long each time, at most every ten minutes: a device that never answers may recover.
 * Jitter, so that what was sent to all devices at once is not repeated to all at once.
 */
const REPEATS: BackoffPolicy = { firstMs: 20_000, factor: 2, ceilingMs: 600_000, jitter: 0.2 };

/** Whether something is to be sent now, for the first time or again. Times are monotonic milliseconds. */
export function isDue(sending: Sending | null | undefined, now: number): boolean {
  return sending == null || now >= sending.againAt;
}

/** The same after one more sending. */
export function sentOnce(sending: Sending | null | undefined, now: number, random: Random): Sending {
  const times = (sending?.times ?? 0) + 1;
  return { times, againAt: now + backoffDelay(REPEATS, times - 1, random) };
}
