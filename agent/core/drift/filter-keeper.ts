import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import { createSerial } from '../../../kit/serial.ts';
import type { FilterControl, FilterStep, FilterWish } from '../../ports/filter-control.ts';
import { type Outcome, failed } from '../../ports/outcome.ts';

/** Brings the computer's own settings to the wish, and keeps them there. One thing at a time. */
export interface FilterKeeper {
  /** What the computer is to be brought to from now on, at the next `reach` or `tick`; null = nothing is to be touched. */
  want(wish: FilterWish | null): void;
  /** Another wish, or the same: checks and applies at once, unless a fight with another program goes on. Never rejects. */
  reach(): Promise<void>;
  /** To be called each second: the full look, when it is due. Never rejects. */
  tick(): Promise<void>;
  /**
   * How the last look ended; null = none yet. `ok` false: a step failed, the system cannot be read, or something of ours was undone since the look before.
   * `ok` null: what was put back a moment ago is still there, which shows nothing yet: in a fight it is gone again in the next moment.
   */
  last(): LookResult | null;
  /** What the last look found to stand in the way of the wish and no step mends, a sentence each. */
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
  /** Repairs follow each other: somebody else sets the same things. */
  readonly onConflict: (repair: Repair) => void;
  /** A problem that was not there at the look before. */
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
/** What was put back may be undone again: the look that shows whether it stays comes so soon, and no sooner one shows it (milliseconds). */
const AGAIN_MS = 5_000;

export function createFilterKeeper(deps: FilterKeeperDependencies): FilterKeeper {
  const { filter, clock, log } = deps;
  const serial = createSerial();
  const brake = createRepairBrake();
  let wanted: FilterWish | null = null;
  /** The wish that the computer was brought to; null = none yet in this run. */
  let reached: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let last: LookResult | null = null;
  /** Whether it is not known yet if what was put back stays. */
  let hasPutBack = false;
  /** When something was put back last, monotonic milliseconds. */
  let repairedAt = Number.NEGATIVE_INFINITY;
  let problems: readonly string[] = [];

  const bring = async (wish: FilterWish, steps: readonly FilterStep[]): Promise<Outcome> =>
    wish.mode === 'off' ? await filter.restore() : await filter.apply(steps);

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
    if (brake.repaired(clock.monotonic())) deps.onConflict(repair);
    return repair;
  };

  const askProblems = async (wish: FilterWish): Promise<void> => {
    const before = problems;
    problems = (await filter.problems?.(wish)) ?? [];
    for (const problem of problems) if (!before.includes(problem)) deps.onProblem(problem);
  };

  const look = async (wish: FilterWish): Promise<void> => {
    lookedAt = clock.monotonic();
    const key = JSON.stringify(wish);
    const isRepair = key === reached;
    const steps = await filter.check(wish);
    if (steps.length === 0) {
      reached = key;
      brake.sound(clock.monotonic());
      hasPutBack = lookedAt - repairedAt < AGAIN_MS;
      last = hasPutBack
        ? { ok: null, detail: 'what was put back a moment ago is still there' }
        : { ok: true, detail: 'all is as wished' };
      return;
    }
    const outcome = await bring(wish, steps);
    // Nobody has changed what was not known to be ours.
    const changed = steps.filter(({ unknown }) => unknown !== true);
    const repair = isRepair && changed.length > 0 ? tell(changed, outcome) : null;
    if (outcome.done) reached = key;
    else log.error({ detail: outcome.detail }, 'the filter of this computer is not as wished');
    last = { ok: outcome.done, detail: outcome.detail };
    if (!outcome.done || repair === null) return;
    // Put back is not held: in a fight it is gone again in a moment. The next look shows it.
    hasPutBack = true;
    repairedAt = lookedAt;
    last = { ok: false, detail: `was undone, and is put back: ${repair.what}` };
  };
  const lookSafely = async (): Promise<void> => {
    const wish = wanted;
    hasPutBack = false;
    if (wish === null) {
      reached = null;
      last = null;
      problems = [];
      return;
    }
    try {
      await look(wish);
      await askProblems(wish);
    } catch (error) {
      log.error({ error: messageOf(error) }, 'cannot look at the filter of this computer');
      last = failedLook(error);
    }
    deps.onLook(wanted?.mode === 'off' ? null : last);
  };
  const mustWait = (): boolean =>
    brake.conflict() && clock.monotonic() - lookedAt < brake.pauseMs() && JSON.stringify(wanted) === reached;

  return {
    want(wish) {
      wanted = wish;
    },
    reach: () => serial.run(async () => (mustWait() ? undefined : await lookSafely())),
    async tick() {
      const pauseMs = hasPutBack && !brake.conflict() ? AGAIN_MS : brake.pauseMs();
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

/** Two agents that repair each other's settings would fight for ever: after so many repairs in this time we step back. */
const MAX_REPAIRS = 5;
const PERIOD_MS = 600_000;
/** A full look at the system, and the shortest pause between two repairs in a fight. */
const CHECK_MS = 60_000;
const LONGEST_MS = 600_000;

/** Says how often the system is looked at. Times are monotonic milliseconds. */
export interface RepairBrake {
  /** Something was repaired. @returns whether a conflict has just begun */
  repaired(at: number): boolean;
  /** The system was found as wished. */
  sound(at: number): void;
  /** How long to wait between two looks. */
  pauseMs(): number;
  /** Whether somebody else changes what we set, again and again. */
  conflict(): boolean;
}

export function createRepairBrake(): RepairBrake {
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
