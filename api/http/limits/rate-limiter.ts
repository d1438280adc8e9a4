import type { Clock } from '../../../kit/clock.ts';
import { type Admission, createSlidingWindow, type SlidingWindow, WINDOW_SECONDS } from './sliding-window.ts';

/** Sliding windows by name: one for each API key, and some for each network without a valid key. */
export interface RateLimiter {
  take(bucket: string, limit: number, cost?: number): Admission;
  /** Takes back a count, because the request was refused later. */
  giveBack(bucket: string, cost: number): void;
  peek(bucket: string, limit: number): Admission;
}

/** Requests a minute, of each kind, from one network without a valid key. */
export const STRANGER_LIMIT = 60;

/**
 * Most windows. It bounds the memory against an attacker with a million addresses: some 1.7 kB each, 85 MB. The window that has been unused
 * longest is dropped first, so that a client that keeps asking is not forgotten.
 */
const MAX_WINDOWS = 50_000;
/** Idle windows are removed once in this many requests. */
const SWEEP_EVERY = 10_000;

export function createRateLimiter({
  clock,
  maxWindows = MAX_WINDOWS,
}: {
  readonly clock: Clock;
  readonly maxWindows?: number;
}): RateLimiter {
  const windows = new Map<string, SlidingWindow>();
  let untilSweep = SWEEP_EVERY;

  /** The windows are kept in the order of their last use, because a map keeps the order of insertion. */
  const windowOf = (bucket: string): SlidingWindow => {
    const known = windows.get(bucket);
    const window = known ?? createSlidingWindow();
    if (known !== undefined) windows.delete(bucket);
    else if (windows.size >= maxWindows) {
      const [leastUsed] = windows.keys();
      if (leastUsed !== undefined) windows.delete(leastUsed);
    }
    windows.set(bucket, window);
    return window;
  };
  const sweep = (now: number): void => {
    untilSweep -= 1;
    if (untilSweep > 0) return;
    untilSweep = SWEEP_EVERY;
    for (const [bucket, window] of windows) if (window.idle(now)) windows.delete(bucket);
  };
  return {
    take(bucket, limit, cost) {
      const now = clock.monotonic();
      sweep(now);
      return windowOf(bucket).take(now, limit, cost);
    },
    giveBack: (bucket, cost) => windows.get(bucket)?.giveBack(clock.monotonic(), cost),
    peek: (bucket, limit) => windowOf(bucket).peek(clock.monotonic(), limit),
  };
}

/**
 * The header fields that report a caller's state: `X-RateLimit-*` (Reset in UTC epoch seconds) and the fields of the IETF draft "RateLimit
 * header fields for HTTP" (t is a delta).
 */
export function rateLimitHeaders(admission: Admission, nowMs: number): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(admission.limit),
    'x-ratelimit-remaining': String(admission.remaining),
    'x-ratelimit-reset': String(Math.ceil(nowMs / 1_000) + admission.resetSeconds),
    'ratelimit-policy': `"default";q=${admission.limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"default";r=${admission.remaining};t=${admission.resetSeconds}`,
  };
}
