import type { Clock, Timer } from '../../kit/clock.ts';
import { nextTurn, type Turn } from '../../kit/turns.ts';

/** Decides when to look at the store: after a wake-up, when the next item is due, and at least every few seconds. */
export interface Lookout {
  /** Looks soon. Any number of wake-ups during a look cause one more look. */
  wake(): void;
  /** Resolves when the running look has ended; no further look follows. */
  close(): Promise<void>;
}

export interface LookoutParts {
  readonly clock: Clock;
  /** The longest time between two looks, which bounds the delay when a wake-up is lost. */
  readonly pollMs: number;
  /** Does the look. @returns whether to look again at once */
  look(): Promise<boolean>;
  /** When the next item is due, epoch milliseconds; null = nothing waits. */
  nextDueAt(): Promise<number | null>;
  /** Called after a look that failed. The next look comes after `pollMs`. */
  onError(error: unknown): void;
  /** The turn between two looks. Default: one of the event loop. */
  readonly turn?: Turn;
}

export function createLookout({ clock, pollMs, look, nextDueAt, onError, ...parts }: LookoutParts): Lookout {
  const turn: Turn = parts.turn ?? nextTurn;
  let closed = false;
  let woken = false;
  let running: Promise<void> | null = null;
  let timer: Timer | null = null;

  /** An overdue item that was not taken waits for a free place, which causes a wake-up. So there is no hurry. */
  const pauseMs = async (): Promise<number> => {
    const dueAt = await nextDueAt();
    const inMs = dueAt === null ? pollMs : dueAt - clock.now();
    return inMs <= 0 ? pollMs : Math.min(inMs, pollMs);
  };

  /** @returns how long to wait before the next look */
  const lookUntilQuiet = async (): Promise<number> => {
    // A backlog of thousands means one look after another. Each waits only for the database of this process, so other work needs an
    // explicit turn.
    for (; !closed; await turn()) {
      woken = false;
      const more = await look();
      if (closed || more || woken) continue;
      const waitMs = await pauseMs();
      if (!woken) return waitMs;
    }
    return pollMs;
  };

  const rest = (waitMs: number): void => {
    running = null;
    if (closed) return;
    // A wake-up may arrive between the end of a look and this moment.
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
