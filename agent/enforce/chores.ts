import type { Clock } from '../../kit/clock.ts';
import type { Chore } from '../core/events/agent-events.ts';

/** When each chore of a round was done last. */
export interface Chores {
  /** Whether the chore is due: it was asked for, or its period is over. A chore that is due counts as done from now. */
  take(name: Chore, periodMs: number): boolean;
  /** Has the next round do the chore. */
  ask(name: Chore): void;
}

/** @param atOnce what the first round does; the others wait for their first period */
export function createChores(clock: Pick<Clock, 'monotonic'>, atOnce: readonly Chore[]): Chores {
  const doneAt = new Map<Chore, number>();
  const asked = new Set<Chore>(atOnce);
  return {
    take(name, periodMs) {
      const at = clock.monotonic();
      const last = doneAt.get(name);
      if (last === undefined) doneAt.set(name, at);
      if (!asked.delete(name) && (last === undefined || at - last < periodMs)) return false;
      doneAt.set(name, at);
      return true;
    },
    ask: (name) => void asked.add(name),
  };
}
