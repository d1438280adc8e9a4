/** A question for a page of a list. The store appends `id` to the sort, in the direction of the last key, so that the order is total. */
export interface ListQuery<Filter, SortField extends string> {
  readonly organisationId: number;
  readonly filter: Filter;
  readonly sort: readonly SortKey<SortField>[];
  readonly limit: number;
  /** Only for lists that are bounded in time, by when a row was made unless they say otherwise; absent = all of it. */
  readonly range?: TimeRange;
  /** Only rows that were changed at this moment or later, epoch milliseconds; only for lists that are declared so. */
  readonly updatedSince?: number;
  readonly from:
    | { readonly kind: 'page'; readonly page: number }
    | { readonly kind: 'after'; readonly position: ListPosition };
}

/** A search by text, in the form of `textKey`. */
export interface TextSearch {
  readonly organisationId: number;
  readonly text: string;
  /** Only what belongs to this unit, with its subtree. */
  readonly withinOuPath?: string;
  readonly limit: number;
}

/** Moments from `from` on and before `to`, epoch milliseconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface SortKey<Field extends string> {
  readonly field: Field;
  readonly descending: boolean;
}

/** The position of a row: its sort values, then its id. Null sorts before everything when ascending. */
export interface ListPosition {
  readonly values: readonly (string | number | null)[];
  readonly id: string;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Exact up to 10,000 matches. Above it may be an estimate, of 100,000 at most. */
  readonly total: number;
  readonly totalIsEstimate: boolean;
  readonly hasMore: boolean;
  /** The position of the last row, for the next page; null when there are no rows. */
  readonly last: ListPosition | null;
}

/** Up to here totals are always exact. */
export const EXACT_TOTAL_LIMIT = 10_000;
