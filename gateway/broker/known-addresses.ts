import type { Clock } from '../../kit/clock.ts';

/** An address is known for this long after a device has logged in from it: over a weekend and a holiday. */
const KNOWN_FOR_MS = 7 * 86_400_000;

/** Homes and mobile networks of ten thousand devices; above this the one that was used least recently is forgotten. */
const MAX_KNOWN = 10_000;

/** Remembers from which addresses devices have logged in, since this process began. */
export interface KnownAddresses {
  add(address: string): void;
  has(address: string): boolean;
}

export function createKnownAddresses(clock: Pick<Clock, 'monotonic'>): KnownAddresses {
  // In the order of use.
  const usedAt = new Map<string, number>();
  return {
    add(address) {
      usedAt.delete(address);
      const [oldest] = usedAt.size >= MAX_KNOWN ? usedAt.keys() : [];
      if (oldest !== undefined) usedAt.delete(oldest);
      usedAt.set(address, clock.monotonic());
    },
    has(address) {
      const at = usedAt.get(address);
      return at !== undefined && clock.monotonic() - at < KNOWN_FOR_MS;
    },
  };
}
