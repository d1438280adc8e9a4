import { setTimeout as delay } from 'node:timers/promises';

/** What `until` waits for, and for how long. */
export interface UntilOptions {
  /** What is awaited, in words; completes "gave up waiting for …". */
  readonly what: string;
  /** Give up after this long. Default 30 s: far above what a passing test needs on a busy machine. */
  readonly timeoutMs?: number;
  /** Time between two looks. Default 10 ms: short beside any process start, long beside one look. */
  readonly intervalMs?: number;
}

type Falsy = false | 0 | 0n | '' | null | undefined;

/** Costs time only where a test fails. A shorter limit is for a test of `until` itself. */
const TIMEOUT_MS = 30_000;

/**
 * Looks at `condition` again and again and resolves with its first truthy value. A condition that throws counts
 * as not yet true. Rejects after `timeoutMs` with an error that names `what`, with the last throw as its cause.
 * A look that still hangs then is given up as well: its signal is aborted, for `fetch` and the like.
 */
export async function until<T>(
  condition: (signal: AbortSignal) => T | Promise<T>,
  { what, timeoutMs = TIMEOUT_MS, intervalMs = 10 }: UntilOptions,
): Promise<Exclude<T, Falsy>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const look = await attempt(condition, deadline - performance.now());
    if (look.value) return look.value as Exclude<T, Falsy>;
    if (performance.now() >= deadline) {
      throw new Error(`gave up waiting for ${what} after ${timeoutMs} ms`, { cause: look.cause });
    }
    await delay(intervalMs);
  }
}

interface Look<T> {
  readonly value?: T;
  readonly cause?: unknown;
}

/** One look, for so long at the most. */
async function attempt<T>(
  condition: (signal: AbortSignal) => T | Promise<T>,
  leftMs: number,
): Promise<Look<T>> {
  // What a look found may still be read, as the body of an answer: only one that hangs is aborted.
  const hanging = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Look<T>>((resolve) => {
    timer = setTimeout(
      () => {
        const cause = new Error('the last look did not come to an end');
        resolve({ cause });
        hanging.abort(cause);
      },
      Math.max(0, leftMs),
    );
  });
  const look = async (): Promise<Look<T>> => {
    try {
      return { value: await condition(hanging.signal) };
    } catch (cause) {
      return { cause };
    }
  };
  try {
    return await Promise.race([look(), late]);
  } finally {
    clearTimeout(timer);
  }
}
