import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Store } from '../../store/ports/store.ts';

/** A network is known for this long after a device has logged in from it: over a weekend and a holiday. */
const KNOWN_FOR_MS = 7 * 86_400_000;

/** Enough for the homes and mobile networks of ten thousand devices. Above it, the network that was used least recently is forgotten. */
const MAX_KNOWN = 10_000;

/** A network that is used again is written again only when its stored time is older than this. */
const WRITE_AGAIN_MS = 3_600_000;

/** Remembers from which networks devices have logged in, also over a restart, after which a whole school reconnects at once. */
export interface KnownNetworks {
  /** Reads what an earlier process has written. @throws when the store does */
  load(): Promise<void>;
  add(network: string): void;
  has(network: string): boolean;
  /**
   * Writes new uses and deletes old ones from the store. A crash loses the uses since the last call. Never rejects: what the store did not take is written by
   * the next call.
   */
  save(): Promise<void>;
}

interface Use {
  /** Monotonic milliseconds. */
  readonly at: number;
  /** Time of the use that is stored; null = none is. */
  readonly writtenAt: number | null;
}

export function createKnownNetworks({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'knownNetworks' | 'transaction'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
}): KnownNetworks {
  // In the order of use.
  const uses = new Map<string, Use>();
  const note = (network: string, use: Use): void => {
    uses.delete(network);
    const [oldest] = uses.size >= MAX_KNOWN ? uses.keys() : [];
    if (oldest !== undefined) uses.delete(oldest);
    uses.set(network, use);
  };
  const isNew = ({ at, writtenAt }: Use): boolean => writtenAt === null || at - writtenAt >= WRITE_AGAIN_MS;

  return {
    async load() {
      const now = clock.now();
      for (const { network, usedAt } of await store.knownNetworks.list(now - KNOWN_FOR_MS)) {
        // A time in the future was written while the clock was wrong.
        const at = clock.monotonic() - Math.max(0, now - usedAt);
        note(network, { at, writtenAt: at });
      }
    },
    add: (network) =>
      note(network, { at: clock.monotonic(), writtenAt: uses.get(network)?.writtenAt ?? null }),
    has(network) {
      const use = uses.get(network);
      return use !== undefined && clock.monotonic() - use.at < KNOWN_FOR_MS;
    },
    async save() {
      const [now, since] = [clock.now(), clock.monotonic()];
      const news = [...uses].filter(([, use]) => isNew(use));
      const written = news.map(([network, { at }]) => ({ network, usedAt: Math.round(now - (since - at)) }));
      try {
        await store.transaction(
          async (tx) => {
            await tx.knownNetworks.note(written);
            await tx.knownNetworks.forget({ before: now - KNOWN_FOR_MS, above: MAX_KNOWN });
          },
          { importance: 'repeatable' },
        );
      } catch (error) {
        return log.error({ err: error }, 'could not write which networks are known; keeping them');
      }
      for (const [network, { at }] of news) {
        const use = uses.get(network);
        // Keeps its place in the order: only a use moves it.
        if (use !== undefined) uses.set(network, { ...use, writtenAt: at });
      }
    },
  };
}
