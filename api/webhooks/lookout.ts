import type { Clock, Timer } from '../../kit/clock.ts';

/** Decides when the store is looked at: after a wake-up, when the next thing is due, and every few seconds anyway. */
export interface Lookout {
  /** Looks soon. Wake-ups during a look cause one more look, however many they are. */
  wake(): void;
  /** Resolves when a look under way has ended; none follows. */
  close(): Promise<void>;
}

export interface LookoutParts {
  readonly clock: Clock;
  /** The longest time between two looks: a lost wake-up costs no more. */
  readonly pollMs: number;
  /** Does the looking. @returns whether to look again at once */
  look(): Promise<boolean>;
  /** When the next thing falls due, epoch milliseconds; null when nothing waits. */
  nextDueAt(): Promise<number | null>;
  /** Told of a look that failed; the next comes after `pollMs`. */
  onError(error: unknown): void;
}

export function createLookout({ clock, pollMs, look, nextDueAt, onError }: LookoutParts): Lookout {
  let closed = false;
  let woken = false;
  let running: Promise<void> | null = null;
  let timer: Timer | null = null;

  /** Something overdue that was not taken waits for a free place, which is a wake-up of its own: no hurry then. */
  const pauseMs = async (): Promise<number> => {
    const dueAt = await nextDueAt();
    const inMs = dueAt === null ? pollMs : dueAt - clock.now();
    return inMs <= 0 ? pollMs : Math.min(inMs, pollMs);
  };

  /** @returns how long to wait before the next look */
  const lookUntilQuiet = async (): Promise<number> => {
    for (;;) {
      woken = false;
      const more = await look();
      if (closed) return pollMs;
      if (more || woken) continue;
      const waitMs = await pauseMs();
      if (!woken) return waitMs;
    }
  };

  const rest = (waitMs: number): void => {
    running = null;
    if (closed) return;
    // A wake-up may fall between the end of a look and this moment.
    if (woken) wake();
    else timer = clock.setTimeout(wake, waitMs);
  };

  const wake = (): void => {
    if (closed) return;
    woken = true;
    if (running !== null) return;
    timer?.cancel();
    running = lookUntilQuiet().then(rest, (error: unknown) => {
      onError(error);
      rest(pollMs);
    });
  };

  return {
    wake,
    async close() {
      closed = true;
      timer?.cancel();
      await running;
    },
  };
}
