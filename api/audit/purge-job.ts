import type { Store } from '../../store/ports/store.ts';
import type { Job } from '../scheduler/job.ts';
import { createPurgeJob, type PurgeTools } from '../scheduler/purge-job.ts';

/** Every night, takes entries that are older than `keepDays` from the beginning of each chain, step by step, with receipts. */
export function createAuditPurgeJob({
  store,
  ...tools
}: PurgeTools & { readonly store: Pick<Store, 'audit'> }): Job {
  const { clock } = tools;
  const purge = {
    name: 'audit.purge',
    what: 'entries of the audit',
    minute: 40,
    // A school year and the months in which it is asked about.
    keepDays: 365,
    // Each step leaves a receipt and an entry of its own: not too few.
    steps: { most: 2_000, least: 250, aimMs: 30 },
    begin: (before: number) => [
      async (limit: number) => {
        const receipts = await store.audit.purge({ before, now: clock.now(), limit });
        const purged = receipts.reduce((sum, receipt) => sum + receipt.count, 0);
        return { purged, more: receipts.some((receipt) => receipt.count === limit) };
      },
    ],
  };
  return createPurgeJob(purge, tools);
}
