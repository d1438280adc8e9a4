import type { Clock } from '../../kit/clock.ts';

/**
 * Keeps a source of reports from filling the outbox, whose events are never dropped: so many of a key in a period, then silence
 * until the period is over. The next one that passes tells how many were swallowed.
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
  return {
    pass(key) {
      const now = clock.monotonic();
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
