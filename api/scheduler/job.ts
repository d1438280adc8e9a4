/**
 * Work that the server does by the calendar. The due time is stored. On each tick the scheduler runs the due jobs, one at a time. After an
 * absence of the server it runs each missed job once.
 */
export interface Job {
  /** Its name in the store, `records.purge`. Renaming a job makes a new job. */
  readonly name: string;
  /** The first moment after `after` at which the job should run, epoch milliseconds, UTC. `recurrence.ts` computes local times. */
  next(after: number): number | Promise<number>;
  /** The longest time of a run (milliseconds). Then its signal aborts and the next job starts. Default: ten minutes. */
  readonly timeoutMs?: number;
  /**
   * Does the work for all organisations. Safe to repeat: a run that a crash interrupted is repeated.
   * @param signal aborts when the server stops or the time is up
   * @throws whatever went wrong: it is logged, kept with the job, and the job runs again after `retryMs`, or at its next time
   */
  run(signal: AbortSignal): Promise<void>;
  /**
   * The delay before a failed run is repeated (milliseconds), from the number of failures in a row (1 = the first); null = wait for the
   * next scheduled time.
   */
  retryMs?(failures: number): number | null;
}
