import type { Clock } from '../../kit/clock.ts';
import { type Admission, createSlidingWindow, type SlidingWindow, WINDOW_SECONDS } from './sliding-window.ts';

/** Sliding windows by name: one for each key record, one for each address without a valid key. */
export interface RateLimiter {
  take(bucket: string, limit: number, cost?: number): Admission;
  /** Takes back what was counted for a request that is refused after all. */
  giveBack(bucket: string, cost: number): void;
  peek(bucket: string, limit: number): Admission;
}

/** Requests a minute from one address that presents no valid key. */
export const STRANGER_LIMIT = 60;

/** So many windows at most; an attacker with a million addresses finds the oldest forgotten, not the memory full. 60 counters each: 30 MB. */
const MAX_WINDOWS = 100_000;
/** Idle windows are looked for once in so many requests. */
const SWEEP_EVERY = 10_000;

export function createRateLimiter({ clock }: { readonly clock: Clock }): RateLimiter {
  const windows = new Map<string, SlidingWindow>();
  let untilSweep = SWEEP_EVERY;

  const windowOf = (bucket: string): SlidingWindow => {
    const known = windows.get(bucket);
    if (known !== undefined) return known;
    const oldest = windows.keys().next();
    if (windows.size >= MAX_WINDOWS && oldest.done !== true) windows.delete(oldest.value);
    const made = createSlidingWindow();
    windows.set(bucket, made);
    return made;
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
 * The header fields that tell a caller where it stands: `X-RateLimit-*` (Reset in UTC epoch seconds) and the fields of the IETF draft
 * "RateLimit header fields for HTTP" (t is a delta).
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
