import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import type { Job } from './job.ts';
import { nextOccurrence } from './recurrence.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface PurgeTools {
  readonly clock: Clock;
  readonly log: Log;
  /** Asked at each run. Default: the value of the job. */
  readonly keepDays?: () => number | Promise<number>;
}

/** Deletes at most `limit` rows in one transaction, and tells whether there may be more. */
export type PurgeStep = (limit: number) => Promise<{ readonly purged: number; readonly more: boolean }>;

export interface Purge {
  /** `alerts.purge`. */
  readonly name: string;
  /** Name in the log: `alerts`. */
  readonly what: string;
  /** Minutes after three o'clock, UTC. */
  readonly minute: number;
  readonly keepDays: number;
  /** Rows of one transaction. */
  readonly steps: StepLimits;
  /** Begins a run. @returns the steps that delete everything before this time (epoch milliseconds), to run one after the other */
  begin(before: number): readonly PurgeStep[];
}

/** A job that every night deletes rows older than `keepDays`, step by step. */
export function createPurgeJob(
  { name, what, minute, steps, begin, ...purge }: Purge,
  tools: PurgeTools,
): Job {
  const { clock, log } = tools;
  return {
    name,
    next: (after) => nextOccurrence({ hour: 3, minute, timezone: 'UTC' }, after),
    async run(signal) {
      const keepDays = (await tools.keepDays?.()) ?? purge.keepDays;
      let purged = 0;
      for (const step of begin(clock.now() - keepDays * DAY_MS))
        await inSteps(steps, { clock, signal }, async (limit) => {
          const done = await step(limit);
          purged += done.purged;
          return done.more;
        });
      if (purged > 0) log.info({ purged, keepDays }, `old ${what} were purged`);
    },
    retryMs: () => HOUR_MS,
  };
}
