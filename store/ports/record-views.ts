/** Looks at records of what people did: one answer, or several with the same filter. */
export interface RecordView {
  readonly organisationId: number;
  readonly actor: string;
  /** As in the audit: `logs.viewed`. */
  readonly action: string;
  /** The person, device or alert that the question named. */
  readonly target: string | null;
  /** The filter without paging and time: looks with the same filter are counted together. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The range of the question, epoch milliseconds, half-open; null = no bounds. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** How many records the answers held. */
  readonly records: number;
  /** Default: 1. */
  readonly answers?: number;
  /** Time of the last answer. */
  readonly at: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Looks that followed a first one of the same actor with the same filter; the first is in the audit by itself. */
export interface FollowingViews extends Omit<RecordView, 'at' | 'answers'> {
  readonly answers: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * Counts looks at records, so that a page that refreshes every few seconds, or a list that is read page by page, makes few audit entries. The counts are
 * written to the audit when their time is over; a crash loses none.
 */
export interface RecordViewStore {
  /**
   * Counts a look that follows another of the same actor, kind and filter within `windowMs`. Its range grows to include this one.
   * @returns false when there is none: then call `begin`
   */
  again(view: RecordView, windowMs: number): Promise<boolean>;
  /** Begins to count the looks after a first one. @returns the count of an older one with the same filter */
  begin(view: RecordView): Promise<FollowingViews | null>;
  /**
   * Removes at most `limit` counts whose first look was at `until` or earlier, or after `now` because a clock was wrong.
   * @returns those with looks after the first
   */
  end(request: {
    readonly until: number;
    readonly now: number;
    readonly limit: number;
  }): Promise<{ readonly ended: number; readonly following: readonly FollowingViews[] }>;
}
