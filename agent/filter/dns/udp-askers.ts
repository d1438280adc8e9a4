import type { Clock } from '../../../kit/clock.ts';
import { TokenBucket } from '../../../kit/token-bucket.ts';
import type { Peer } from '../connections/client-origin.ts';
import { findUdpOwner } from '../connections/connection-table.ts';

/** Says whose program asked. */
export interface Askers {
  /**
   * User id of the socket that sent a question by UDP; null = not known. To be called before the question is answered, because the socket may be
   * closed after that. Never throws.
   */
  uidOf(sender: Peer): number | null;
}

/** For systems that do not tell. */
export const NO_ASKERS: Askers = { uidOf: () => null };

/**
 * How many milliseconds of each second may go into reading the tables. One reading takes some 0.3 ms, and a busy laptop asks for ten new names a
 * second, or for a hundred at once. A program that asks for a thousand, or opens ten thousand sockets, makes the askers unknown for a while but
 * delays no answer.
 */
const READING_MS = 20;
const BURST_MS = 100;

/**
 * Finds askers in the kernel's tables. The tables are read synchronously, because an answer would have to wait for a thread. One reading serves all
 * questions of one turn of the event loop; a turn later a port may belong to another program.
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
      // A program may use IPv4 through a socket of IPv6.
      const uid = (v6 ? null : find('/proc/net/udp', sender)) ?? find('/proc/net/udp6', sender);
      lastMs = clock.monotonic() - startedAt;
      budget.take(lastMs);
      return uid;
    },
  };
}
