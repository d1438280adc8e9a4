import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import { RECORD_KINDS, type RecordKind } from '../../store/ports/records.ts';
import type { RollupPlace } from '../../store/ports/rollups.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from '../scheduler/job.ts';
import { nextOccurrence } from '../scheduler/recurrence.ts';

/** How long records are kept (whole UTC days). A record is gone at most a day later. */
export type RecordsKept = Readonly<Record<RecordKind, number>>;

/** Default: logs as long as a list can reach, people's activity for a month. */
export const RECORDS_KEEP_DAYS: RecordsKept = { logs: 90, activity: 30 };

/** Counts without names are kept for next year's report (days). */
const COUNTS_KEEP_DAYS = 400;

const DAY_MS = 86_400_000;

/** Records of one transaction. Other writers wait for it some ten milliseconds. */
const SLICE = 10_000;
/** Counts deleted in one transaction. */
const COUNT_STEPS: StepLimits = { most: 5_000, least: 500, aimMs: 20 };
/** Records of an older version that are converted in one transaction. */
const CARRIED_OVER = 500;

export interface RecordPurgeOptions {
  readonly store: Pick<Store, 'records' | 'rollups'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepDays?: RecordsKept;
}

/**
 * Deletes the records of days whose time is over, step by step, each step with a receipt. Counts and texts that are no longer needed
 * follow. People's names in counts are deleted with the logs. It first converts what an older version has stored. It may be interrupted and
 * run again at any point.
 */
export async function purgeRecords(
  { store, clock, log, keepDays = RECORDS_KEEP_DAYS }: RecordPurgeOptions,
  signal: AbortSignal,
): Promise<void> {
  /** Other work gets its turn between two steps. */
  const repeat = async (step: () => Promise<boolean>): Promise<void> => {
    while (!signal.aborted && (await step())) await setImmediate();
  };
  await repeat(async () => (await store.records.carryOver(CARRIED_OVER)) > 0);
  for (const kind of RECORD_KINDS) {
    const before = clock.now() - keepDays[kind] * DAY_MS;
    await repeat(async () => {
      const slice = await store.records.purgeSlice(kind, before, SLICE);
      if (slice?.dayEnded === true)
        log.info({ kind, keepDays: keepDays[kind] }, 'a day of records was purged');
      return slice !== null;
    });
  }
  const now = clock.now();
  const others = now - COUNTS_KEEP_DAYS * DAY_MS;
  const users = now - keepDays.logs * DAY_MS;
  let after: RollupPlace | null = null;
  await inSteps(COUNT_STEPS, { clock, signal }, async (limit) => {
    after = (await store.rollups.prune({ users, others, now, limit, after })).next;
    return after !== null;
  });
  // One day more than the longest kept records, and one for the difference of time zones.
  const people = now - (Math.max(keepDays.logs, keepDays.activity) + 2) * DAY_MS;
  // Records that are kept longer than counts still need the texts.
  const unused = { people, others: Math.min(others, people) };
  await repeat(async () => (await store.records.forgetUnused(unused)) > 0);
}

/** The job that runs the purge every night. */
export function createRecordPurgeJob({
  keepDays = async () => RECORDS_KEEP_DAYS,
  ...options
}: Omit<RecordPurgeOptions, 'keepDays'> & {
  /** Asked at each run. */
  readonly keepDays?: () => Promise<RecordsKept>;
}): Job {
  return {
    name: 'records.purge',
    next: (after) => nextOccurrence({ hour: 3, minute: 20, timezone: 'UTC' }, after),
    timeoutMs: 3_600_000,
    run: async (signal) => await purgeRecords({ ...options, keepDays: await keepDays() }, signal),
    retryMs: () => 3_600_000,
  };
}
