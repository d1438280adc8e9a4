import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from '../scheduler/job.ts';
import { nextOccurrence } from '../scheduler/recurrence.ts';

/** How long alerts are kept: half a school year. */
const ALERTS_KEEP_DAYS = 180;

const DAY_MS = 86_400_000;
/** Alerts of one transaction. */
const STEPS: StepLimits = { most: 1_000, least: 50, aimMs: 20 };

export interface AlertPurgeOptions {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepDays?: number;
}

/** Every night, deletes the alerts that are older than `keepDays`, step by step, each with a receipt. */
export function createAlertPurgeJob({
  store,
  clock,
  log,
  keepDays = ALERTS_KEEP_DAYS,
}: AlertPurgeOptions): Job {
  return {
    name: 'alerts.purge',
    next: (after) => nextOccurrence({ hour: 3, minute: 10, timezone: 'UTC' }, after),
    async run(signal) {
      const before = clock.now() - keepDays * DAY_MS;
      let purged = 0;
      await inSteps(STEPS, { clock, signal }, async (limit) => {
        const step = await purgeStep(store, { before, at: clock.now(), limit });
        purged += step;
        return step > 0;
      });
      if (purged > 0) log.info({ purged, keepDays }, 'old alerts were purged');
    },
    retryMs: () => 3_600_000,
  };
}

/** What goes and its receipt are one change. */
function purgeStep(
  store: AlertPurgeOptions['store'],
  { before, at, limit }: { readonly before: number; readonly at: number; readonly limit: number },
): Promise<number> {
  return store.transaction(async (tx) => {
    const rows = await tx.alerts.purge(before, limit);
    if (rows > 0)
      await tx.records.addReceipt({ kind: 'alerts', organisationId: null, from: 0, to: before, rows, at });
    return rows;
  });
}
