/** When a job of the scheduler is due, and what became of its last run. Times are epoch milliseconds of the server. */
export interface JobRecord {
  readonly name: string;
  readonly dueAt: number;
  /** Start of the last run that has ended, well or not; null = never. */
  readonly lastRunAt: number | null;
  /** Why it failed; null = it did not. */
  readonly lastError: string | null;
  /** Failed runs in a row. */
  readonly failures: number;
  /** Until when the process that runs it now is believed to run it; null = nobody does. */
  readonly leaseUntil: number | null;
}

/** How a run ended. */
export interface JobOutcome {
  readonly startedAt: number;
  readonly dueAt: number;
  readonly error: string | null;
}

export interface JobStore {
  /** The record of a job; it is made, due at this time, when there is none. */
  ensure(name: string, dueAt: number): Promise<JobRecord>;
  /** Sets another due time. */
  reschedule(name: string, dueAt: number): Promise<void>;
  /**
   * Takes a job that is due, for one process alone. A lease that ends later than a fresh one would is left over from a clock that was
   * wrong, and counts as ended. @returns false when it is not due, or somebody else has it
   */
  claim(request: {
    readonly name: string;
    readonly now: number;
    readonly leaseMs: number;
    readonly holder: string;
  }): Promise<boolean>;
  /** Notes the end of a run, when the holder still has the job. */
  settle(name: string, holder: string, outcome: JobOutcome): Promise<void>;
  /** Gives a job back as it was: the run was cut off and comes again. */
  release(name: string, holder: string): Promise<void>;
}
