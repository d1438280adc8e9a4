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
 * The time on one day in which captive portals may open anything, over all networks together. A network with another name or a restart of the laptop
 * gives no more time. Days are counted by the certain server time, so that setting the clock does not bring the next day.
 */
export interface PortalBudget {
  /** A portal was up since the call before, and still is. @returns whether time is left; never throws */
  charge(minutesPerDay: number): boolean;
  /** No portal is up any more. */
  rest(): void;
}

/** Time is written down as used before it is used: a power cut gives none back, and costs at most this (milliseconds). */
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
  /** Fails closed: time that cannot be written down is not given, or a full disk would give any amount of it. */
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
