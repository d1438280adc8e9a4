/**
 * Counts of decided requests, kept while they are ingested, in the same transaction: reading them never scans records. They are kept for
 * the organisation and for each unit; those of a unit's subtree are summed. A day is a day of the organisation's time zone as it was when the record came in, so that days of 23 and
 * 25 hours are right; an hour (`TelemetryStore.activityCounts`) begins with an hour of that zone. A record that stands for several requests (`count`) counts as so many.
 */
export interface RollupStore {
  /** One entry a day, oldest first, also for days without any request. */
  days(query: RollupScope & DateRange): Promise<readonly DayCount[]>;
  /**
   * What occurred most, highest first, ties by name. Of a day that is over only the first of each field are kept (`KEPT_A_DAY`), so that
   * a sum over days can miss what was never among them.
   */
  top(
    query: RollupScope &
      DateRange & {
        readonly field: RollupField;
        /** What to sort by; entries with none of it are left out. */
        readonly by: 'requests' | 'blocked';
        readonly limit: number;
      },
  ): Promise<readonly TopCount[]>;
  /**
   * Forgets days and hours before these, and of days that are over what is not among the first. A call goes through a part of one unit, behind `after`,
   * and drops at most about `limit` counts: it is to be called again from where it ended.
   * @returns how many counts were dropped, and where it goes on; null at the end
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

/** A place among all counts; only what made it knows what it means. */
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

export interface TopCount extends Counts {
  /** The domain, the category's id, or the user in e-mail form, as reported. */
  readonly value: string;
}
