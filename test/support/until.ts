import { setTimeout as delay } from 'node:timers/promises';

/** What `until` waits for, and for how long. */
export interface UntilOptions {
  /** What is awaited, in words; completes "gave up waiting for …". */
  readonly what: string;
  /** Give up after this long. Default 10 s: far above what a passing test needs on a busy machine. */
  readonly timeoutMs?: number;
  /** Time between two looks. Default 10 ms: short beside any process start, long beside one look. */
  readonly intervalMs?: number;
}

type Falsy = false | 0 | 0n | '' | null | undefined;

/**
 * Looks at `condition` again and again and resolves with its first truthy value. A condition that throws counts
 * as not yet true. Rejects after `timeoutMs` with an error that names `what`, with the last throw as its cause.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { what, timeoutMs = 10_000, intervalMs = 10 }: UntilOptions,
): Promise<Exclude<T, Falsy>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const look = await attempt(condition);
    if (look.value) return look.value as Exclude<T, Falsy>;
    if (performance.now() >= deadline) {
      throw new Error(`gave up waiting for ${what} after ${timeoutMs} ms`, { cause: look.cause });
    }
    await delay(intervalMs);
  }
}

async function attempt<T>(condition: () => T | Promise<T>): Promise<{ value?: T; cause?: unknown }> {
  try {
    return { value: await condition() };
  } catch (cause) {
    return { cause };
  }
}
