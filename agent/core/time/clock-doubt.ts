import type { Clock } from '../../../kit/clock.ts';
import type { BootClock, TrustedTime } from './trusted-time.ts';

/** A smaller jump is no doubt (milliseconds): clocks are often corrected by some minutes, and that seldom changes which schedule slot is open. */
const JUMP_MS = 600_000;
/** Jumps that differ by less are the same jump; the two clocks are not read at one moment (milliseconds). */
const SAME_MS = 1_000;

/**
 * Notices that the computer's clock was turned while the right time is not known. This is so when no server has told the time since the start of the
 * computer, and the clock has moved differently from the boot clock, which counts sleep and cannot be set. Until the server is reached again either
 * time may be right, and the stricter verdict counts.
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
      // Gives the same number for the same jump, so that no change is reported.
      else if (doubt === null || Math.abs(drift - doubt.drift) > SAME_MS)
        doubt = { drift, offsetMs: Math.round(base.serverTime + elapsed - now.wall) };
      return doubt?.offsetMs ?? null;
    },
  };
}
