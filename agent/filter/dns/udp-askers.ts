import type { Clock } from '../../../kit/clock.ts';
import { TokenBucket } from '../../../kit/token-bucket.ts';
import type { Peer } from '../connections/client-origin.ts';
import { findUdpOwner } from '../connections/connection-table.ts';

/** Tells whose program asked. */
export interface Askers {
  /** User id of the socket that a question came from by UDP; null = it cannot be told. Ask before it is answered: then the socket is gone. Never throws. */
  uidOf(sender: Peer): number | null;
}

/** Where the system does not tell. */
export const NO_ASKERS: Askers = { uidOf: () => null };

/**
 * Milliseconds of each second in which the tables are read: one reading takes some 0.3, and a busy laptop asks for ten new names a second, or for a hundred at once.
 * Somebody who asks for a thousand, or opens ten thousand sockets, makes look-ups nobody's by it, but holds none up.
 */
const READING_MS = 20;
const BURST_MS = 100;

/**
 * Finds askers in the kernel's tables. They are read at once, not by a thread, since an answer would have to wait for it; a reading serves all questions of one turn of
 * the event loop, and no later one: by then a port may be another's.
 */
export function createUdpAskers({
  readTable,
  clock,
  atEndOfTurn = setImmediate,
}: {
  /** Reads now; null when it cannot be read. */
  readonly readTable: (path: string) => string | null;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly atEndOfTurn?: (then: () => void) => unknown;
}): Askers {
  const budget = new TokenBucket(clock as Clock, { perSecond: READING_MS, burst: BURST_MS });
  const readings = new Map<string, string | null>();
  /** How long the last search took. */
  let lastMs = 0;

  const read = (path: string): string | null => {
    if (readings.size === 0) atEndOfTurn(() => readings.clear());
    const table = readTable(path);
    readings.set(path, table);
    return table;
  };
  const find = (path: string, sender: Peer): number | null => {
    const known = readings.get(path);
    const found = known == null ? null : findUdpOwner(known, sender);
    if (found !== null) return found;
    const table = read(path);
    return table === null ? null : findUdpOwner(table, sender);
  };
  return {
    uidOf(sender) {
      if (!budget.has(lastMs)) return null;
      const startedAt = clock.monotonic();
      const v6 = sender.address.includes(':');
      // A program may speak IPv4 through a socket of IPv6.
      const uid = (v6 ? null : find('/proc/net/udp', sender)) ?? find('/proc/net/udp6', sender);
      lastMs = clock.monotonic() - startedAt;
      budget.take(lastMs);
      return uid;
    },
  };
}
