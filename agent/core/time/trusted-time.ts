import type { Clock } from '../../../kit/clock.ts';

/** Time since the computer was started, sleep included; a user cannot set it. */
export interface BootClock {
  /** Milliseconds since the start of the computer. */
  uptimeMs(): number;
  /** An id of this start of the computer; null when the system has none. */
  readonly bootId: string | null;
}

/** What is kept on disk about server time. */
export interface TimeAnchor {
  /** The certain server time when this was written, epoch milliseconds. */
  readonly serverTime: number;
  readonly uptimeMs: number;
  readonly bootId: string | null;
  /** The computer's own clock at that moment. */
  readonly wallTime: number;
}

/**
 * Server time as the device knows it. Two answers, because a lock must not end early and a record should carry the likeliest time:
 *
 * - `certain` never runs ahead of the truth, whatever is done to the computer's clock. It is the last time the server told (over TLS), plus what
 *   the boot clock has counted since; that clock counts sleep and cannot be set. When the computer was restarted and the
 *   server has not been reached yet, the time it was off is unknown (the firmware clock can be set by whoever holds the laptop), so it counts as nothing.
 *   One answer of the server makes it exact again; while locked the server stays reachable, so this hurts only far from it.
 * - `now` is the best guess: the same, but over a restart it believes the computer's clock where that is later.
 */
export interface TrustedTime {
  /** Best guess of server time, epoch milliseconds. */
  now(): number;
  /** Server time has certainly reached this, epoch milliseconds. */
  certain(): number;
  /** True while `certain` rests on an answer of the server in this run of the computer. */
  exact(): boolean;
  /** Server time minus the computer's clock, milliseconds. */
  offsetMs(): number;
  /** Takes the server's time, which was just received. */
  learn(serverTime: number): void;
  /** What is to be written to disk, best each minute: a restart loses only the time since the last writing. */
  anchor(): TimeAnchor;
}

export function createTrustedTime({
  clock,
  boot,
  stored,
}: {
  readonly clock: Clock;
  readonly boot: BootClock;
  readonly stored: TimeAnchor | null;
}): TrustedTime {
  const startUptime = boot.uptimeMs();
  const sameBoot =
    stored !== null &&
    stored.bootId !== null &&
    stored.bootId === boot.bootId &&
    stored.uptimeMs <= startUptime;
  let base = sameBoot
    ? { serverTime: stored.serverTime, uptimeMs: stored.uptimeMs }
    : { serverTime: stored?.serverTime ?? clock.now(), uptimeMs: startUptime };
  let exact = sameBoot;
  const guessedOffset = stored === null ? 0 : stored.serverTime - stored.wallTime;

  const certain = (): number => Math.round(base.serverTime + boot.uptimeMs() - base.uptimeMs);
  const now = (): number =>
    exact ? certain() : Math.max(certain(), Math.round(clock.now() + guessedOffset));
  return {
    now,
    certain,
    exact: () => exact,
    offsetMs: () => now() - Math.round(clock.now()),
    learn(serverTime) {
      base = { serverTime, uptimeMs: boot.uptimeMs() };
      exact = true;
    },
    anchor: () => ({
      serverTime: certain(),
      uptimeMs: boot.uptimeMs(),
      bootId: boot.bootId,
      // Over several restarts without the server the guess stays based on the last clock reading that the server confirmed.
      wallTime: exact ? clock.now() : certain() - guessedOffset,
    }),
  };
}
