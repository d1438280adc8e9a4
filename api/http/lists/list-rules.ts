import type { TimeRangeRule } from './time-range.ts';

/**
 * Window of lists of what happens, which grow without end: what a person would leaf through. To skip a million rows takes a second in which nothing else
 * is answered.
 */
export const PAGE_WINDOW = 10_000;

/** Declares a list: its sort fields, default order and limits. */
export interface ListRules {
  readonly sortable: readonly string[];
  readonly defaultSort: string;
  readonly defaultLimit?: number;
  readonly maxLimit?: number;
  /** With it the list takes `from` and `to`, and `range` of its ListQuery holds them; a cursor keeps the range of its first page. */
  readonly timeRange?: TimeRangeRule;
  /** `page × limit` may be at most this: what lies deeper is reached by cursor only. */
  readonly pageWindow?: number;
}
