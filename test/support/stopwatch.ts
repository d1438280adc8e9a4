import type { Test } from 'tap';

/** Whether times are judged: `npm run measure` does, on a machine that does nothing else. */
const JUDGED = process.env.SCHOOLGATE_TEST_TIMES === 'judged';

/** Measures a promise of the product that is given in time. */
export interface Stopwatch {
  /** Fails the test when more time has passed than promised (milliseconds), where times are judged; elsewhere it is only told. */
  within(t: Pick<Test, 'ok' | 'comment'>, promisedMs: number, what: string): void;
}

/** Runs from now on. */
export function startStopwatch(): Stopwatch {
  const startedAt = performance.now();
  return {
    within(t, promisedMs, what) {
      const ms = performance.now() - startedAt;
      const told = `${what}: ${ms.toFixed(1)} of ${promisedMs} ms`;
      if (JUDGED) t.ok(ms <= promisedMs, told);
      else t.comment(told);
    },
  };
}
