import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from '../scheduler/job.ts';
import { nextOccurrence } from '../scheduler/recurrence.ts';

/** How long entries are kept unless the school says otherwise: a school year and the months in which it is asked about. */
const AUDIT_KEEP_DAYS = 365;

const DAY_MS = 86_400_000;
/** Entries of one transaction. Each step leaves a receipt and an entry of its own: not too few. */
const STEPS: StepLimits = { most: 2_000, least: 250, aimMs: 30 };

export interface AuditPurgeOptions {
  readonly store: Pick<Store, 'audit'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepDays?: number;
}

/** Takes entries that are older than `keepDays` from the beginning of each chain, step by step. @returns how many */
async function purgeAudit(
  { store, clock, log, keepDays = AUDIT_KEEP_DAYS }: AuditPurgeOptions,
  signal: AbortSignal,
): Promise<number> {
  const before = clock.now() - keepDays * DAY_MS;
  let purged = 0;
  await inSteps(STEPS, { clock, signal }, async (limit) => {
    const receipts = await store.audit.purge({ before, now: clock.now(), limit });
    purged += receipts.reduce((sum, receipt) => sum + receipt.count, 0);
    return receipts.some((receipt) => receipt.count === limit);
  });
  if (purged > 0) log.info({ purged, keepDays }, 'old entries of the audit were purged, with a receipt');
  return purged;
}

/** The same every night, for the scheduler. */
export function createAuditPurgeJob(options: AuditPurgeOptions): Job {
  return {
    name: 'audit.purge',
    next: (after) => nextOccurrence({ hour: 3, minute: 40, timezone: 'UTC' }, after),
    async run(signal) {
      await purgeAudit(options, signal);
    },
    retryMs: () => 3_600_000,
  };
}
