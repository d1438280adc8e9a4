import type {
  EgressAttempt,
  FilterControl,
  FilterGoal,
  FilterStep,
} from '../../agent/ports/filter-control.ts';
import { done, type Outcome } from '../../agent/ports/outcome.ts';

/** One call that changed something, in order. */
export type FakeFilterCall =
  | { readonly name: 'apply'; readonly steps: readonly string[] }
  | { readonly name: 'restore' | 'flush' | 'cutConnections' };

export interface FakeFilter extends FilterControl {
  readonly calls: readonly FakeFilterCall[];
  /** The goal that the pretended computer is brought to; null = nothing of ours is in force. */
  applied(): FilterGoal | null;
  /** Somebody has taken this away behind the agent's back: the next check finds it. */
  damage(what: string): void;
  /** What the next reading of attempts gives, once. */
  setAttempts(attempts: readonly EgressAttempt[]): void;
  setResolvers(resolvers: readonly string[]): void;
  /** How attempts to apply end from now on; null = they succeed. */
  failApply(outcome: Outcome | null): void;
}

/** A computer's filter that only remembers: a check finds one step when the goal differs from the applied one, and one a damage. */
export function createFakeFilter(): FakeFilter {
  const calls: FakeFilterCall[] = [];
  let wished: FilterGoal | null = null;
  let applied: FilterGoal | null = null;
  let damages: string[] = [];
  let attempts: readonly EgressAttempt[] = [];
  let resolvers: readonly string[] = [];
  let failure: Outcome | null = null;

  const lacking = (goal: FilterGoal): readonly string[] => {
    if (goal.mode === 'off') return applied === null ? [] : ['remove'];
    return [...(JSON.stringify(goal) === JSON.stringify(applied) ? [] : ['wish']), ...damages];
  };
  return {
    calls,
    applied: () => applied,
    damage: (what) => void damages.push(what),
    setAttempts: (next) => {
      attempts = next;
    },
    setResolvers: (next) => {
      resolvers = next;
    },
    failApply: (outcome) => {
      failure = outcome;
    },
    check(goal) {
      wished = goal;
      return Promise.resolve(lacking(goal).map(stepOf));
    },
    apply(steps) {
      calls.push({ name: 'apply', steps: steps.map(({ id }) => id) });
      if (failure !== null) return Promise.resolve(failure);
      applied = wished?.mode === 'off' ? null : wished;
      damages = [];
      return Promise.resolve(done('fake apply'));
    },
    restore() {
      calls.push({ name: 'restore' });
      applied = null;
      damages = [];
      return Promise.resolve(done('fake restore'));
    },
    flush: () => Promise.resolve(void calls.push({ name: 'flush' })),
    attempts() {
      const told = attempts;
      attempts = [];
      return Promise.resolve(told);
    },
    networkResolvers: () => Promise.resolve(resolvers),
    cutConnections: () => Promise.resolve(void calls.push({ name: 'cutConnections' })),
  };
}

function stepOf(id: string): FilterStep {
  return { id, what: `fake ${id}`, cmd: ['true'], undo: [] };
}
