import { type BackoffPolicy, backoffDelay } from '../../kit/backoff.ts';
import type { Random } from '../../kit/random.ts';
import type { Sending } from '../connections/connection.ts';

/**
 * What was not answered is sent again after 20 s, then after twice as long each time; a device that never answers is still asked every ten
 * minutes, should it have healed. Jitter, so that what was sent to all devices at once is not repeated to all at once.
 */
const REPEATS: BackoffPolicy = { firstMs: 20_000, factor: 2, ceilingMs: 600_000, jitter: 0.2 };

/** Whether something is to be sent now, for the first time or again. Times are monotonic milliseconds. */
export function isDue(sending: Sending | null | undefined, now: number): boolean {
  return sending == null || now >= sending.againAt;
}

/** Notes that it was sent. */
export function sentOnce(sending: Sending | null | undefined, now: number, random: Random): Sending {
  const times = (sending?.times ?? 0) + 1;
  return { times, againAt: now + backoffDelay(REPEATS, times - 1, random) };
}
