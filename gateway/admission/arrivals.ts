import type { Clock } from '../../kit/clock.ts';

/** A school comes back within a second and then is there: so long (milliseconds) as such a second is made up for. */
const WINDOW_MS = 4_000;

/** Counts the connections that each network begins in four seconds. What is refused does not count. */
export interface Arrivals {
  /** Counts one more if there may be so many in four seconds; else says false. */
  take(network: string, most: number): boolean;
}

export function createArrivals(clock: Pick<Clock, 'monotonic'>): Arrivals {
  let window = 0;
  /** No more than what this process can accept in that time. */
  const begun = new Map<string, number>();
  return {
    take(network, most) {
      const now = Math.floor(clock.monotonic() / WINDOW_MS);
      if (now !== window) begun.clear();
      window = now;
      const count = begun.get(network) ?? 0;
      if (count >= most) return false;
      begun.set(network, count + 1);
      return true;
    },
  };
}
