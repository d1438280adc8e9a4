/** Time, as a port. All of Schoolgate takes the time from it, so that every time-out can be tested without waiting. */
export interface Clock {
  /** Wall time, epoch milliseconds. May jump. */
  now(): number;
  /** Milliseconds since some fixed moment; never jumps back. For durations and deadlines inside one process. */
  monotonic(): number;
  /** Calls once after a delay (milliseconds). The returned timer keeps the process alive unless unref'd. */
  setTimeout(callback: () => void, delayMs: number): Timer;
}

export interface Timer {
  /** Stops the timer; harmless when it has fired or was stopped. */
  cancel(): void;
  /** Lets the process end while this timer waits. */
  unref(): Timer;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout(callback, delayMs) {
    const handle = setTimeout(callback, delayMs);
    const timer: Timer = {
      cancel: () => clearTimeout(handle),
      unref: () => {
        handle.unref();
        return timer;
      },
    };
    return timer;
  },
};

/**
 * Waits on a clock; resolves early, without error, when the signal aborts.
 */
export function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const done = (): void => {
      timer.cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.setTimeout(done, delayMs);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** Calls repeatedly. Each call starts a delay after the previous call has ended. Errors go to `onError` and do not stop the repetition. */
export function every(
  clock: Clock,
  periodMs: number,
  work: () => Promise<void> | void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const aborter = new AbortController();
  const running = (async () => {
    while (!aborter.signal.aborted) {
      await delay(clock, periodMs, aborter.signal);
      if (aborter.signal.aborted) return;
      try {
        await work();
      } catch (error) {
        onError(error);
      }
    }
  })();
  return {
    stop: () => {
      aborter.abort();
      return running;
    },
  };
}
