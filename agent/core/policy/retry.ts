import { type BackoffPolicy, backoffDelay } from '../../../kit/backoff.ts';
import { type Clock, delay } from '../../../kit/clock.ts';
import type { Random } from '../../../kit/random.ts';

/** Repeats one attempt until it succeeds, with growing pauses of random length. */
export interface Retry {
  /** Replaces the present attempt with another. @param firstDelayMs how long to wait before the first try */
  begin(attempt: Attempt, firstDelayMs?: number): void;
  /** Ends a pause, because the server is reached again. */
  kick(): void;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Resolves with `true` when no further try is needed; rejects or resolves with `false` when there is to be one. */
type Attempt = (signal: AbortSignal) => Promise<boolean>;

/** Five thousand laptops whose server comes back must not all ask in one second, nor wait an hour. */
const RETRY: BackoffPolicy = { firstMs: 4_000, factor: 2, ceilingMs: 600_000, jitter: 1 };

export function createRetry({
  clock,
  random,
  onFailure,
}: {
  readonly clock: Clock;
  readonly random: Random;
  /** A try has failed; there will be another one. */
  readonly onFailure: (error: unknown) => void;
}): Retry {
  let aborter = new AbortController();
  let pause = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const wait = async (delayMs: number, signal: AbortSignal): Promise<void> => {
    pause = new AbortController();
    await delay(clock, delayMs, AbortSignal.any([signal, pause.signal]));
  };
  const tryOnce = async (attempt: Attempt, signal: AbortSignal): Promise<boolean> => {
    try {
      return await attempt(signal);
    } catch (error) {
      if (!signal.aborted) onFailure(error);
      return false;
    }
  };
  const chase = async (attempt: Attempt, firstDelayMs: number, signal: AbortSignal): Promise<void> => {
    if (firstDelayMs > 0) await wait(firstDelayMs, signal);
    for (let tries = 0; !signal.aborted; tries++) {
      if (await tryOnce(attempt, signal)) return;
      if (!signal.aborted) await wait(backoffDelay(RETRY, tries, random), signal);
    }
  };

  return {
    begin(attempt, firstDelayMs = 0) {
      aborter.abort();
      aborter = new AbortController();
      const { signal } = aborter;
      // Begins after the one before has ended: two must not write into one folder at once.
      running = running.then(() => chase(attempt, firstDelayMs, signal));
    },
    kick: () => pause.abort(),
    async stop() {
      aborter.abort();
      await running;
    },
  };
}
