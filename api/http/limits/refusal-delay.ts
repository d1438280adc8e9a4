import { type Clock, delay } from '../../../kit/clock.ts';

/** So many refusals in a row are told at once: a client that heeds `Retry-After` has long stopped by then. */
const AT_ONCE = 10;
/** Each further one waits so long (milliseconds): fifty connections that ask on without end cost fifty answers a second, and not all that the server can make. */
const WAIT_MS = 1_000;

/** Slows down connections that go on asking although they are told that they ask too often. */
export interface RefusalDelay {
  /** A request of the connection was refused for asking too often. Resolves when it is to be told. */
  refused(connection: object): Promise<void>;
  /** One was admitted: the next refusals are told at once again. */
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
