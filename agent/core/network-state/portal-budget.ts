import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';

/** How much of a day's time for captive portals is used; kept on disk. */
export interface PortalUse {
  /** Days since 1970 of server time, UTC. */
  readonly day: number;
  readonly usedMs: number;
}

export interface PortalStore {
  load(): PortalUse | null;
  /** Durable when it returns. @throws when it cannot be kept; nothing was changed then */
  save(use: PortalUse): void;
}

/**
 * The time that captive portals may open anything on one day, over all networks together: whoever makes a network of another name, or starts the laptop anew,
 * gains none. Counted by server time that is certain, so that no clock that is set brings the next day.
 */
export interface PortalBudget {
  /** A portal is up, from the call before until now and on. @returns whether time is left; never throws */
  charge(minutesPerDay: number): boolean;
  /** No portal is up any more. */
  rest(): void;
}

/** Kept as used before it is used: a power cut gives no time back, and costs at most this (milliseconds). */
const AHEAD_MS = 15_000;
const DAY_MS = 86_400_000;

export function createPortalBudget({
  store,
  certain,
  monotonic,
  log,
}: {
  readonly store: PortalStore;
  /** Server time has surely reached this, epoch milliseconds. */
  readonly certain: () => number;
  readonly monotonic: () => number;
  readonly log: Log;
}): PortalBudget {
  let kept = store.load();
  let usedMs = kept?.usedMs ?? 0;
  let chargedAt: number | null = null;

  const beginDay = (): number => {
    const today = Math.floor(certain() / DAY_MS);
    if (kept === null || today > kept.day) {
      kept = { day: today, usedMs: 0 };
      usedMs = 0;
    }
    return kept.day;
  };
  const count = (): void => {
    const at = monotonic();
    if (chargedAt !== null) usedMs += Math.max(0, at - chargedAt);
    chargedAt = at;
  };
  /** Closed: time that cannot be counted for good is not given, else a full disk gives any number of it. */
  const keepAhead = (day: number, limitMs: number): boolean => {
    if (kept !== null && usedMs < kept.usedMs) return true;
    const next = { day, usedMs: Math.min(limitMs, usedMs + AHEAD_MS) };
    try {
      store.save(next);
      kept = next;
      return true;
    } catch (error) {
      log.error({ error: messageOf(error) }, 'cannot keep the time of captive portals; none is opened');
      return false;
    }
  };
  return {
    charge(minutesPerDay) {
      const day = beginDay();
      count();
      const limitMs = minutesPerDay * 60_000;
      if (usedMs >= limitMs) return false;
      return keepAhead(day, limitMs);
    },
    rest() {
      if (chargedAt !== null) count();
      chargedAt = null;
    },
  };
}
