import type { Clock } from '../../kit/clock.ts';
import { isStoreFailure } from './store-failure.ts';

/** What failed by itself is tried again after this long, then after twice as long each time: it may have been mended. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 600_000;

/** Remembered failures; above this the oldest is forgotten, and tried at the next look. */
const MAX_HELD = 1_000;

/**
 * Work on items that the store calls due until it is done. One whose work fails by itself waits, and stops no other; a failure of the store is
 * the caller's to meet, since it concerns all.
 */
export interface DueWork<Item> {
  /** How many wait after a failure: so many more are to be asked for, since the store still calls them due. */
  readonly held: number;
  /** @returns whether it was done; false when it waits, or failed by itself. @throws the store's own failure */
  attempt(item: Item, work: (item: Item) => Promise<unknown>): Promise<boolean>;
}

export function createDueWork<Item>({
  clock,
  keyOf,
  onFailure,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly keyOf: (item: Item) => string;
  /** Told of each failure that is an item's own. */
  readonly onFailure: (item: Item, error: unknown) => void;
}): DueWork<Item> {
  const held = new Map<string, { readonly pauseMs: number; readonly againAt: number }>();

  const hold = (key: string): void => {
    const pauseMs = Math.min((held.get(key)?.pauseMs ?? FIRST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS);
    held.delete(key);
    const [oldest] = held.size >= MAX_HELD ? held.keys() : [];
    if (oldest !== undefined) held.delete(oldest);
    held.set(key, { pauseMs, againAt: clock.monotonic() + pauseMs });
  };

  return {
    get held() {
      return held.size;
    },
    async attempt(item, work) {
      const key = keyOf(item);
      const before = held.get(key);
      if (before !== undefined && clock.monotonic() < before.againAt) return false;
      try {
        await work(item);
      } catch (error) {
        if (isStoreFailure(error)) throw error;
        hold(key);
        onFailure(item, error);
        return false;
      }
      held.delete(key);
      return true;
    },
  };
}
