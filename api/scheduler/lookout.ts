import type { Clock, Timer } from '../../kit/clock.ts';
import { nextTurn, type Turn } from '../../kit/turns.ts';

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
  /** Between two looks; default: one of the event loop. */
  readonly turn?: Turn;
}

export function createLookout({ clock, pollMs, look, nextDueAt, onError, ...parts }: LookoutParts): Lookout {
  const turn: Turn = parts.turn ?? nextTurn;
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
    // A backlog of thousands is one look after another, none of which waits for more than the database of this process.
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
