import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import { createSerial } from '../../../kit/serial.ts';
import type { FilterControl, FilterGoal, FilterStep } from '../../ports/filter-control.ts';
import { failed, type Outcome } from '../../ports/outcome.ts';

/** Brings the computer's settings to the wanted ones, and keeps them there. Runs one check or repair at a time. */
export interface FilterKeeper {
  /** What the computer is to be brought to from now on, at the next `reach` or `tick`; null = nothing is to be touched. */
  want(goal: FilterGoal | null): void;
  /** Checks and applies the wanted settings at once, except while another program keeps changing them back. Never rejects. */
  reach(): Promise<void>;
  /** To be called each second. Checks all settings when that is due. Never rejects. */
  tick(): Promise<void>;
  /**
   * The result of the last check; null = none yet. `ok` false: a step failed, the system cannot be read, or a setting of ours was changed since the
   * check before. `ok` null: a setting was put back by the last check, and nobody knows yet whether it stays.
   */
  last(): LookResult | null;
  /** What the last check found to stand in the way and no step can mend, a sentence each. */
  problems(): readonly string[];
}

export interface LookResult {
  readonly ok: boolean | null;
  readonly detail: string;
}

export interface FilterKeeperDependencies {
  readonly filter: FilterControl;
  readonly clock: Clock;
  readonly log: Log;
  /** Something of ours was found missing or changed, and was put back. */
  readonly onRepair: (repair: Repair) => void;
  /** There were several repairs in a short time: another program sets the same things. */
  readonly onConflict: (repair: Repair) => void;
  /** A problem that the look before did not find. */
  readonly onProblem: (problem: string) => void;
  /** After each look. @param result what it proves; null = nothing, for nothing of ours is wanted */
  readonly onLook: (result: LookResult | null) => void;
}

export interface Repair {
  /** The steps in words. */
  readonly what: string;
  readonly steps: number;
  readonly done: boolean;
}

const WORDS = 500;
/** How long after a repair the next check shows whether the repaired setting stays; an earlier check shows nothing (milliseconds). */
const AGAIN_MS = 5_000;

export function createFilterKeeper(deps: FilterKeeperDependencies): FilterKeeper {
  const { filter, clock, log } = deps;
  const serial = createSerial();
  const pace = createRepairPace();
  let wanted: FilterGoal | null = null;
  /** The goal that the computer was brought to; null = none yet in this run. */
  let reached: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let last: LookResult | null = null;
  /** Whether it is not known yet if what was put back stays. */
  let hasPutBack = false;
  /** When something was put back last, monotonic milliseconds. */
  let repairedAt = Number.NEGATIVE_INFINITY;
  let problems: readonly string[] = [];

  const bring = async (goal: FilterGoal, steps: readonly FilterStep[]): Promise<Outcome> =>
    goal.mode === 'off' ? await filter.restore() : await filter.apply(steps);

  const tell = (steps: readonly FilterStep[], { done }: Outcome): Repair => {
    const repair = {
      what: steps
        .map(({ what }) => what)
        .join('; ')
        .slice(0, WORDS),
      steps: steps.length,
      done,
    };
    deps.onRepair(repair);
    if (pace.repaired(clock.monotonic())) deps.onConflict(repair);
    return repair;
  };

  const askProblems = async (goal: FilterGoal): Promise<void> => {
    const before = problems;
    problems = (await filter.problems?.(goal)) ?? [];
    for (const problem of problems) if (!before.includes(problem)) deps.onProblem(problem);
  };

  const look = async (goal: FilterGoal): Promise<void> => {
    lookedAt = clock.monotonic();
    const key = JSON.stringify(goal);
    const isRepair = key === reached;
    const steps = await filter.check(goal);
    if (steps.length === 0) {
      reached = key;
      pace.sound(clock.monotonic());
      hasPutBack = lookedAt - repairedAt < AGAIN_MS;
      last = hasPutBack
        ? { ok: null, detail: 'what was put back a moment ago is still there' }
        : { ok: true, detail: 'all is as wished' };
      return;
    }
    const outcome = await bring(goal, steps);
    // A step marked `unknown` replaces something that was never known to be ours, so nobody can have changed it.
    const changed = steps.filter(({ unknown }) => unknown !== true);
    const repair = isRepair && changed.length > 0 ? tell(changed, outcome) : null;
    if (outcome.done) reached = key;
    else log.error({ detail: outcome.detail }, 'the filter of this computer is not as wished');
    last = { ok: outcome.done, detail: outcome.detail };
    if (!outcome.done || repair === null) return;
    // Another program may change it back in the next moment. Only the next check shows whether the setting stays.
    hasPutBack = true;
    repairedAt = lookedAt;
    last = { ok: false, detail: `was undone, and is put back: ${repair.what}` };
  };
  const lookSafely = async (): Promise<void> => {
    const goal = wanted;
    hasPutBack = false;
    if (goal === null) {
      reached = null;
      last = null;
      problems = [];
      return;
    }
    try {
      await look(goal);
      await askProblems(goal);
    } catch (error) {
      log.error({ error: messageOf(error) }, 'cannot look at the filter of this computer');
      last = failedLook(error);
    }
    deps.onLook(wanted?.mode === 'off' ? null : last);
  };
  const mustWait = (): boolean =>
    pace.conflict() && clock.monotonic() - lookedAt < pace.pauseMs() && JSON.stringify(wanted) === reached;

  return {
    want(goal) {
      wanted = goal;
    },
    reach: () => serial.run(async () => (mustWait() ? undefined : await lookSafely())),
    async tick() {
      const pauseMs = hasPutBack && !pace.conflict() ? AGAIN_MS : pace.pauseMs();
      if (clock.monotonic() - lookedAt < pauseMs) return;
      await serial.run(lookSafely);
    },
    last: () => last,
    problems: () => problems,
  };
}

function failedLook(error: unknown): LookResult {
  const { done, detail } = failed(messageOf(error));
  return { ok: done, detail };
}

/** Two agents that repair each other's settings would never stop. After this many repairs in this time (milliseconds) ours repairs less often. */
const MAX_REPAIRS = 5;
const PERIOD_MS = 600_000;
/** The period of full checks, and the shortest pause between two repairs while another program changes the same settings (milliseconds). */
const CHECK_MS = 60_000;
const LONGEST_MS = 600_000;

/** Says how often the system is looked at. Times are monotonic milliseconds. */
export interface RepairPace {
  /** Something was repaired. @returns whether a conflict has just begun */
  repaired(at: number): boolean;
  /** A check found nothing to repair. */
  sound(at: number): void;
  /** How long to wait between two looks. */
  pauseMs(): number;
  /** Whether somebody else changes what we set, again and again. */
  conflict(): boolean;
}

export function createRepairPace(): RepairPace {
  let repairs: readonly number[] = [];
  let pause = CHECK_MS;
  let fighting = false;
  return {
    repaired(at) {
      repairs = [...repairs.filter((before) => at - before < PERIOD_MS), at];
      if (fighting) pause = Math.min(LONGEST_MS, pause * 2);
      if (fighting || repairs.length <= MAX_REPAIRS) return false;
      fighting = true;
      return true;
    },
    sound(at) {
      if (repairs.some((before) => at - before < PERIOD_MS)) return;
      pause = CHECK_MS;
      fighting = false;
    },
    pauseMs: () => pause,
    conflict: () => fighting,
  };
}
