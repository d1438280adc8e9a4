import type { Clock } from '../../kit/clock.ts';

/** When each chore of a round was done last. */
export interface Chores<Name extends string> {
  /** Whether it is due: asked for, or its period is over. Then it counts as done. */
  take(name: Name, periodMs: number): boolean;
  /** The next round does it. */
  ask(name: Name): void;
}

/** @param atOnce what the first round does; the others wait for their first period */
export function createChores<Name extends string>(
  clock: Pick<Clock, 'monotonic'>,
  atOnce: readonly Name[],
): Chores<Name> {
  const doneAt = new Map<Name, number>();
  const asked = new Set<Name>(atOnce);
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
