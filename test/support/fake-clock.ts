import type { Clock, Timer } from '../../kit/clock.ts';

/** A clock that a test turns. Timers fire in the order of their time while it is advanced; asynchronous work between them is let run. */
export interface FakeClock extends Clock {
  /** Advances wall and monotonic time together, firing what falls due, and lets promises settle after each. */
  advance(ms: number): Promise<void>;
  /** Lets only the wall clock jump, forward or back. */
  jump(ms: number): void;
  /** How many timers are waiting. */
  pending(): number;
}

export function createFakeClock(startAt = Date.UTC(2026, 10, 20, 10)): FakeClock {
  let monotonic = 0;
  let wallOffset = startAt;
  let nextId = 0;
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>();

  const settle = async (): Promise<void> => {
    // Real I/O (files, sockets) needs turns of the event loop, promises only microtasks: give both a chance.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const nextDue = (
    until: number,
  ): [number, { readonly at: number; readonly callback: () => void }] | undefined =>
    [...timers]
      .filter(([, timer]) => timer.at <= until)
      .sort(([idA, a], [idB, b]) => a.at - b.at || idA - idB)[0];

  return {
    now: () => wallOffset + monotonic,
    monotonic: () => monotonic,
    setTimeout(callback, delayMs) {
      const id = nextId++;
      timers.set(id, { at: monotonic + Math.max(0, delayMs), callback });
      const timer: Timer = { cancel: () => void timers.delete(id), unref: () => timer };
      return timer;
    },
    async advance(ms) {
      const until = monotonic + ms;
      await settle();
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        const [id, timer] = due;
        timers.delete(id);
        monotonic = Math.max(monotonic, timer.at);
        timer.callback();
        await settle();
      }
      monotonic = until;
      await settle();
    },
    jump(ms) {
      wallOffset += ms;
    },
    pending: () => timers.size,
  };
}
