import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** A turn of the event loop, as a port: resolves when everything that waited before (sockets, timers, other work) had its turn. */
export type Turn = () => Promise<void>;

export async function nextTurn(): Promise<void> {
  await setImmediate();
}

export interface StepLimits {
  /** The largest size of one step, in the step's own unit. */
  readonly most: number;
  /** The smallest size, however slow the machine is, so that there is always progress. */
  readonly least: number;
  /** How long one step should take (milliseconds). */
  readonly aimMs: number;
}

export interface StepTools {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Aborts it between two steps. */
  readonly signal: AbortSignal;
  /** Default: a turn of the event loop. */
  readonly turn?: Turn;
}

/**
 * Does long work in steps; other work gets its turn between two of them. Each step is bounded in size, and the duration of earlier steps
 * bounds its time. A step awaits only memory or the database of this process, which alone would never let a socket in.
 * @param step does at most so much. @returns whether there is more to do
 */
export async function inSteps(
  { most, least, aimMs }: StepLimits,
  { clock, signal, ...tools }: StepTools,
  step: (size: number) => Promise<boolean>,
): Promise<void> {
  const turn: Turn = tools.turn ?? nextTurn;
  let size = most;
  while (!signal.aborted) {
    const startedAt = clock.monotonic();
    if (!(await step(size))) return;
    size = nextSize(size, clock.monotonic() - startedAt, { most, least, aimMs });
    await turn();
  }
}

/** The next size: half after a step that took too long, double after one that took less than half of the time. */
function nextSize(size: number, tookMs: number, { most, least, aimMs }: StepLimits): number {
  if (tookMs > aimMs) return Math.max(least, Math.floor(size / 2));
  return tookMs < aimMs / 2 ? Math.min(most, size * 2) : size;
}
