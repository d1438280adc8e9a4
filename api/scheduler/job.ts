/**
 * Work that the server does by the calendar. Its due time stands in the store; the scheduler runs one job at a time, each tick those that
 * are due, and after an absence of the server each that was missed once.
 */
export interface Job {
  /** Its name in the store, `records.purge`: a change of it makes a new job. */
  readonly name: string;
  /** The first moment after `after` at which it is to run, epoch milliseconds, UTC. `recurrence.ts` computes local times. */
  next(after: number): number | Promise<number>;
  /** Longest time that a run may take (milliseconds); then its signal aborts and the next job goes on. Without it: ten minutes. */
  readonly timeoutMs?: number;
  /**
   * Does the work of all organisations. Safe to repeat: a run that was cut off by a crash comes again.
   * @param signal aborts when the server stops or the time is up
   * @throws whatever went wrong: it is logged, kept with the job, and the job runs again after `retryMs`, or at its next time
   */
  run(signal: AbortSignal): Promise<void>;
  /** The delay before a failed run is repeated (milliseconds), from the number of failures in a row (1 = the first); null = wait for the next time. */
  retryMs?(failures: number): number | null;
}
