/** When a job of the scheduler is due, and the result of its last run. Times are epoch milliseconds of the server. */
export interface JobRecord {
  readonly name: string;
  readonly dueAt: number;
  /** Start of the last run that has ended, well or not; null = never. */
  readonly lastRunAt: number | null;
  /** Why it failed; null = it did not. */
  readonly lastError: string | null;
  /** Failed runs in a row. */
  readonly failures: number;
  /** Until when the process that runs it now holds it; null = it does not run. */
  readonly leaseUntil: number | null;
}

/** How a run ended. */
export interface JobOutcome {
  readonly startedAt: number;
  readonly dueAt: number;
  readonly error: string | null;
}

export interface JobStore {
  /** The record of a job. It is made, with this due time, when there is none. */
  ensure(name: string, dueAt: number): Promise<JobRecord>;
  /** Sets another due time. */
  reschedule(name: string, dueAt: number): Promise<void>;
  /**
   * Takes a due job for one process. A lease that ends later than a fresh one would was made by a wrong clock and counts as ended.
   * @returns false when the job is not due, or another process has it
   */
  claim(request: {
    readonly name: string;
    readonly now: number;
    readonly leaseMs: number;
    readonly holder: string;
  }): Promise<boolean>;
  /** Stores the end of a run if the holder still has the job. */
  settle(name: string, holder: string, outcome: JobOutcome): Promise<void>;
  /** Gives a job back unchanged: the run was interrupted and is repeated. */
  release(name: string, holder: string): Promise<void>;
}
