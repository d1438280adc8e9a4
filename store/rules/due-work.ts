import type { Clock } from '../../kit/clock.ts';
import { isStoreFailure } from './store-failure.ts';

/** A failed item is tried again after this long, then after twice as long each time: its cause may have been fixed. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 600_000;

/** How many failures are remembered. Above it the oldest is forgotten, and that item is tried at the next look. */
const MAX_HELD = 1_000;

/**
 * Does work on items that the store returns as due until the work is done. An item whose work fails waits and does not stop the others. A failure of the store
 * is thrown to the caller, since it concerns all items.
 */
export interface DueWork<Item> {
  /** How many items wait after a failure. Ask the store for this many more, since it still returns them as due. */
  readonly held: number;
  /** @returns false when the item waits, or its work failed @throws the store's own failure */
  attempt(item: Item, work: (item: Item) => Promise<unknown>): Promise<boolean>;
}

export function createDueWork<Item>({
  clock,
  keyOf,
  onFailure,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly keyOf: (item: Item) => string;
  /** Called for each failure of an item's own. */
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
