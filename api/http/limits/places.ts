import { Fault } from '../../../kit/fault.ts';

/** A fixed number of places. When all are taken, callers wait in the order of their calls. */
export interface Places {
  /**
   * Waits for a place.
   * @returns a function that gives the place back; it may be called twice
   * @throws the signal's reason; Fault unavailable when too many wait
   */
  take(signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (why: unknown) => void;
}

/** When the client should retry (seconds). Work on a thread is usually over by then. */
const RETRY_AFTER_SECONDS = 5;

export function createPlaces({
  places,
  maxWaiting,
}: {
  readonly places: number;
  readonly maxWaiting: number;
}): Places {
  const waiting = new Set<Waiting>();
  let free = places;

  const enter = (): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next.enter();
    };
  };

  return {
    async take(signal) {
      signal?.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return enter();
      }
      if (waiting.size >= maxWaiting)
        throw new Fault('unavailable', 'Too many such questions wait already; try again in a moment.', {
          extras: { retryAfterSeconds: RETRY_AFTER_SECONDS },
        });
      await new Promise<void>((resolve, reject) => {
        const done = (then: () => void): void => {
          waiting.delete(self);
          signal?.removeEventListener('abort', aborted);
          then();
        };
        const self: Waiting = {
          enter: () => done(resolve),
          refuse: (why) => done(() => reject(why)),
        };
        const aborted = (): void => self.refuse(signal?.reason);
        waiting.add(self);
        signal?.addEventListener('abort', aborted, { once: true });
      });
      return enter();
    },
  };
}
