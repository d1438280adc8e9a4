import type { Clock } from '../../../kit/clock.ts';
import type { BootClock, TrustedTime } from './trusted-time.ts';

/** A smaller jump opens no other slot that matters, and clocks are put right by some minutes. */
const JUMP_MS = 600_000;
/** A difference of readings, not another jump. */
const SAME_MS = 1_000;

/**
 * Notices that the computer's clock was turned while nobody can say what is right: since its start no server has told the time, and the clock has gone another way
 * than the boot clock, which counts sleep and cannot be set. Until the server is there again both times may be the right one, and the stricter verdict counts.
 */
export interface ClockDoubt {
  /**
   * To be called each second. @returns server time minus the computer's clock (milliseconds) if the clock had not been turned; null = no doubt
   */
  look(): number | null;
}

export function createClockDoubt({
  clock,
  boot,
  time,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly boot: BootClock;
  readonly time: Pick<TrustedTime, 'now' | 'exact'>;
}): ClockDoubt {
  let base = { wall: clock.now(), uptimeMs: boot.uptimeMs(), serverTime: time.now() };
  let doubt: { readonly drift: number; readonly offsetMs: number } | null = null;
  return {
    look() {
      const now = { wall: clock.now(), uptimeMs: boot.uptimeMs(), serverTime: time.now() };
      if (time.exact()) {
        base = now;
        doubt = null;
        return null;
      }
      const elapsed = now.uptimeMs - base.uptimeMs;
      const drift = now.wall - base.wall - elapsed;
      if (Math.abs(drift) <= JUMP_MS) doubt = null;
      // The same number as long as it is the same jump: whoever is told of changes hears of none.
      else if (doubt === null || Math.abs(drift - doubt.drift) > SAME_MS)
        doubt = { drift, offsetMs: Math.round(base.serverTime + elapsed - now.wall) };
      return doubt?.offsetMs ?? null;
    },
  };
}
