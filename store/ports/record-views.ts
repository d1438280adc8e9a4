/** One answer that showed what people did, or some with the same filter. */
export interface RecordView {
  readonly organisationId: number;
  readonly actor: string;
  /** As in the audit: `logs.viewed`. */
  readonly action: string;
  /** Whose, where the question named one: an address, a device, an alert. */
  readonly target: string | null;
  /** What was asked for, without paging and time: looks with the same filter are told together. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The time that was asked for, epoch milliseconds, half-open; null = no bounds. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** Records that it held. */
  readonly records: number;
  /** Default: 1. */
  readonly answers?: number;
  /** Of the last. */
  readonly at: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Looks of one actor with one filter that followed a first one, which stands in the audit by itself. */
export interface FollowingViews extends Omit<RecordView, 'at' | 'answers'> {
  readonly answers: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * Counts looks at records, so that a page that asks every few seconds, or a list that is read page by page, is not told of with every answer. What
 * stands here goes to the audit when its time is over; a crash of the process loses none.
 */
export interface RecordViewStore {
  /**
   * Counts a look that follows one of the same actor, kind and filter, not older than `windowMs`. The range grows to hold that of all.
   * @returns false when there is none: then `begin` is to be called
   */
  again(view: RecordView, windowMs: number): Promise<boolean>;
  /** Begins to count behind a first look. @returns what was counted behind an older one with the same filter */
  begin(view: RecordView): Promise<FollowingViews | null>;
  /** Takes at most `limit` whose first look was at `until` or earlier, or (a clock was wrong) behind `now`. @returns those that others followed */
  end(request: {
    readonly until: number;
    readonly now: number;
    readonly limit: number;
  }): Promise<{ readonly ended: number; readonly following: readonly FollowingViews[] }>;
}
