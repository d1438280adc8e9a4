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
