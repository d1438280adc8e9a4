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
 * Does long work in steps. Each step has a limited size, which is adapted so that it takes few milliseconds; between two steps everything else gets its turn.
 * Without it, a step that awaits only memory or this process's database would never let a socket in.
 * @param step does at most `size`
 * @returns whether there is more to do
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
