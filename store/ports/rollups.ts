import type { TimeRange } from './list.ts';

/**
 * Counts of decided requests, written in the transaction that stores the requests: reading them never scans records. There are counts of the organisation and
 * of each unit; a subtree is the sum of its units. A day is a day of the organisation's time zone when the record came in, so days of 23 and 25 hours are
 * right; an hour (`TelemetryStore.activityCounts`) begins with an hour of that zone. A record of several equal requests (`count`) counts as that many.
 */
export interface RollupStore {
  /** One entry a day, oldest first, also for days without any request. */
  days(query: RollupScope & DateRange): Promise<readonly DayCount[]>;
  /** The hours of a range (epoch milliseconds) that have a request, oldest first. At most `MAX_ROLLUP_DAYS` of them. */
  hours(query: RollupScope & TimeRange): Promise<readonly HourCount[]>;
  /**
   * The most frequent values, highest first, ties by name. Of a finished day only the first of each field are kept (`KEPT_A_DAY`), so a sum over days can miss
   * a value that was never among them.
   */
  top(
    query: RollupScope &
      DateRange & {
        readonly field: RollupField;
        /** What to sort by; entries with zero of it are left out. */
        readonly by: 'requests' | 'blocked';
        readonly limit: number;
      },
  ): Promise<readonly TopCount[]>;
  /**
   * Deletes days and hours before these, and of finished days the values that are not among the first. A call handles a part of one unit, after `after`, and
   * deletes at most about `limit` counts: call it again from where it ended.
   * @returns how many counts were deleted, and where to continue; null at the end
   */
  prune(request: {
    /** Counts by user; epoch milliseconds. */
    readonly users: number;
    /** All other counts. */
    readonly others: number;
    readonly now: number;
    readonly limit: number;
    readonly after: RollupPlace | null;
  }): Promise<{ readonly dropped: number; readonly next: RollupPlace | null }>;
}

/** How many domains, categories and users of a day are kept once it is over: of the whole organisation, and of each unit. */
export const KEPT_A_DAY = { organisation: 1_000, unit: 200 } as const;

/** A position among all counts, opaque to the caller. */
export interface RollupPlace {
  readonly part: 'hours' | 'days';
  readonly organisationId: number;
  readonly ou: number;
  readonly field: number;
  readonly day: number;
}

export type RollupField = 'domain' | 'category' | 'user';

export interface RollupScope {
  readonly organisationId: number;
  /** The unit whose subtree is counted; null = the whole organisation. */
  readonly ouPath: string | null;
}

/** Local dates, `2026-11-16`; half-open. At most `MAX_ROLLUP_DAYS` apart. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** What one question may cover (days): a year and a day, and its leap day. */
export const MAX_ROLLUP_DAYS = 367;

interface Counts {
  readonly requests: number;
  readonly blocked: number;
}

export interface DayCount extends Counts {
  readonly date: string;
}

export interface HourCount extends Counts {
  /** Beginning of the hour, epoch milliseconds: a full hour of the organisation's time zone. */
  readonly at: number;
}

export interface TopCount extends Counts {
  /** The domain, the category's id, or the user in e-mail form, as reported. */
  readonly value: string;
}
