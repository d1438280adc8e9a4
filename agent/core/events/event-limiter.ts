import type { Clock } from '../../../kit/clock.ts';

/** Keys that are counted apart. A student can make up any number of names and programs; all keys beyond this number are counted as one. */
const MAX_KEYS = 200;
/** What further keys count as; no key is empty. */
const OTHERS = '';

/**
 * Keeps a source of reports from filling the outbox. Of each key a fixed number passes in a period, and the others are swallowed until the period is
 * over. The next report that passes says how many were swallowed. Memory is bounded, however many keys there are.
 */
export interface EventLimiter {
  /** @returns how many of this key were swallowed before, or null when this one is to be swallowed too */
  pass(key: string): number | null;
}

export function createEventLimiter({
  clock,
  max,
  periodMs,
}: {
  readonly clock: Clock;
  readonly max: number;
  readonly periodMs: number;
}): EventLimiter {
  const windows = new Map<string, { startedAt: number; passed: number; swallowed: number }>();
  const forgetOver = (now: number): void => {
    for (const [key, { startedAt, swallowed }] of windows)
      if (now - startedAt >= periodMs && swallowed === 0) windows.delete(key);
    // If no report of this key passes for another period, the count of its swallowed ones is lost.
    for (const [key, { startedAt }] of windows) if (now - startedAt >= 2 * periodMs) windows.delete(key);
  };
  return {
    pass(wanted) {
      const now = clock.monotonic();
      if (!windows.has(wanted) && windows.size >= MAX_KEYS) forgetOver(now);
      const key = windows.has(wanted) || windows.size < MAX_KEYS ? wanted : OTHERS;
      let window = windows.get(key);
      if (window === undefined || now - window.startedAt >= periodMs) {
        window = { startedAt: now, passed: 0, swallowed: window?.swallowed ?? 0 };
        windows.set(key, window);
      }
      if (window.passed >= max) {
        window.swallowed += 1;
        return null;
      }
      window.passed += 1;
      const { swallowed } = window;
      window.swallowed = 0;
      return swallowed;
    },
  };
}
