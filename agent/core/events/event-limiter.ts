import type { Clock } from '../../../kit/clock.ts';

/** Keys that are told apart. Names and programs are a student's to choose: whoever makes more has all further ones counted as one. */
const MAX_KEYS = 200;
/** What further keys count as; no key is empty. */
const OTHERS = '';

/**
 * Keeps a source of reports from filling the outbox: so many of a key in a period, then silence until the period is over. The next one that passes tells how many were
 * swallowed. Bounded, however many keys there are.
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
    // Swallowed ones that nobody asked after for another period are told by nobody.
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
