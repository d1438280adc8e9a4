import type { Clock } from '../../../kit/clock.ts';
import type { Bus, WakeUp } from '../../../store/ports/store.ts';

/** A change by another process is noticed within this time; a change by this process at once, by its wake-up. */
const CACHE_MS = 5_000;
/** Cached credentials. A district uses dozens. Invented credentials of the right form fill the cache too, so its size is bounded. */
const CACHE_ENTRIES = 1_000;

/** Results of looking up credentials. A result is kept for some seconds, or until the store announces a change. */
export interface CredentialCache<Found> {
  get(credential: string): Promise<Found | null>;
  start(): void;
  stop(): void;
}

/** @param kind the wake-up that makes all kept results invalid */
export function createCredentialCache<Found>({
  bus,
  clock,
  kind,
  keyOf,
  find,
}: {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly kind: WakeUp['kind'];
  /** The cache key of a credential: a hash, so that no secret stays in memory longer than its request. */
  readonly keyOf: (credential: string) => string;
  readonly find: (credential: string) => Promise<Found | null>;
}): CredentialCache<Found> {
  const kept = new Map<string, { readonly found: Found; readonly at: number }>();
  /** Grows with every change. A result that was looked up before a change must not be kept after it. */
  let generation = 0;
  let unsubscribe: (() => void) | null = null;
  return {
    async get(credential) {
      const hash = keyOf(credential);
      const known = kept.get(hash);
      const now = clock.monotonic();
      if (known !== undefined && now - known.at < CACHE_MS) return known.found;
      const askedIn = generation;
      const found = await find(credential);
      // An unknown credential is not kept: it may be made the next moment, and invented credentials would evict the real ones.
      if (found === null || askedIn !== generation) return found;
      const oldest = kept.keys().next();
      if (kept.size >= CACHE_ENTRIES && oldest.done !== true) kept.delete(oldest.value);
      kept.set(hash, { found, at: now });
      return found;
    },
    start() {
      unsubscribe ??= bus.subscribe((wakeUp) => {
        if (wakeUp.kind !== kind) return;
        generation += 1;
        kept.clear();
      });
    },
    stop() {
      unsubscribe?.();
      unsubscribe = null;
    },
  };
}
