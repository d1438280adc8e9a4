import type { TimeRangeRule } from './time-range.ts';

/**
 * Page window of lists of events, which grow without end: as much as a person would page through. Skipping a million rows takes a second,
 * during which nothing else is answered.
 */
export const PAGE_WINDOW = 10_000;

/** Declares a list: its sort fields, default order and limits. */
export interface ListRules {
  readonly sortable: readonly string[];
  readonly defaultSort: string;
  readonly defaultLimit?: number;
  readonly maxLimit?: number;
  /** The list takes `from` and `to`; `range` of its ListQuery holds them. A cursor keeps the range of its first page. */
  readonly timeRange?: TimeRangeRule;
  /** The list takes `updatedSince`; `updatedSince` of its ListQuery holds it. */
  readonly updatedSince?: true;
  /** `page × limit` may be at most this. Rows beyond are reached by cursor only. */
  readonly pageWindow?: number;
}
