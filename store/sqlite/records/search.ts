import type { Partition } from './partitions.ts';
import type { Term } from './terms.ts';

/** A part of a day: rows with `low <= number < high`. */
export interface Stretch {
  readonly partition: Partition;
  readonly low: number;
  readonly high: number;
}

export interface Search {
  readonly stretch: Stretch;
  readonly terms: readonly Term[];
  readonly descending: boolean;
  /** How many rows are wanted. */
  readonly wanted: number;
  /** How many rows may be looked at. */
  readonly budget: number;
}

/** The result of a search in a stretch. */
export interface Found {
  /** Numbers of matching rows, in the order of the search. */
  readonly numbers: readonly number[];
  /** How many rows were looked at. */
  readonly looked: number;
  /** The number behind which to go on, when the budget ended before the stretch; else null. */
  readonly stoppedAt: number | null;
}
