import { type Clock, delay } from '../../../kit/clock.ts';

/** Refusals in a row that are sent at once. A client that heeds `Retry-After` stops earlier. */
const AT_ONCE = 10;
/**
 * Each further refusal is delayed by this time (milliseconds). Fifty connections that never stop asking then cost fifty answers a second,
 * instead of all that the server can make.
 */
const WAIT_MS = 1_000;

/** Delays the refusals of connections that keep asking although they are rate limited. */
export interface RefusalDelay {
  /** Reports a request that is refused by a rate limit. Resolves when the refusal should be sent. */
  refused(connection: object): Promise<void>;
  /** Reports an admitted request. The next refusals are sent at once again. */
  admitted(connection: object): void;
}

export function createRefusalDelay(clock: Clock): RefusalDelay {
  const refusals = new WeakMap<object, number>();
  return {
    async refused(connection) {
      const count = (refusals.get(connection) ?? 0) + 1;
      refusals.set(connection, count);
      if (count > AT_ONCE) await delay(clock, WAIT_MS);
    },
    admitted: (connection) => void refusals.delete(connection),
  };
}
