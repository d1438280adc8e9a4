import type { Clock, Timer } from '../../kit/clock.ts';

/** Runs the same work again and again, one run after another, as early as somebody asks for it. */
export interface Looks {
  /** Has the work run within a time (milliseconds). */
  within(delayMs: number): void;
  /** Cancels what is asked for, and waits for the present run. */
  stop(): Promise<void>;
}

/** @param look must not throw */
export function createLooks(clock: Clock, look: () => Promise<void>): Looks {
  let next: { readonly timer: Timer; readonly at: number } | null = null;
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    next = null;
    running = running.then(look);
  };
  return {
    within(delayMs) {
      const at = clock.monotonic() + delayMs;
      if (next !== null && next.at <= at) return;
      next?.timer.cancel();
      next = { at, timer: clock.setTimeout(run, delayMs).unref() };
    },
    async stop() {
      next?.timer.cancel();
      next = null;
      await running;
    },
  };
}
