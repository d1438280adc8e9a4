import type { Store } from '../../store/ports/store.ts';
import type { Job } from '../scheduler/job.ts';
import { createPurgeJob, type PurgeTools } from '../scheduler/purge-job.ts';

/** Every night, deletes the alerts that are older than `keepDays` (default: half a school year), step by step, each with a receipt. */
export function createAlertPurgeJob({
  store,
  ...tools
}: PurgeTools & { readonly store: Pick<Store, 'transaction'> }): Job {
  const { clock } = tools;
  const purge = {
    name: 'alerts.purge',
    what: 'alerts',
    minute: 10,
    keepDays: 180,
    steps: { most: 1_000, least: 50, aimMs: 20 },
    begin: (before: number) => [
      async (limit: number) => {
        const purged = await purgeStep(store, { before, at: clock.now(), limit });
        return { purged, more: purged > 0 };
      },
    ],
  };
  return createPurgeJob(purge, tools);
}

/** What goes and its receipt are one change. */
function purgeStep(
  store: Pick<Store, 'transaction'>,
  { before, at, limit }: { readonly before: number; readonly at: number; readonly limit: number },
): Promise<number> {
  return store.transaction(async (tx) => {
    const rows = await tx.alerts.purge(before, limit);
    if (rows > 0)
      await tx.records.addReceipt({ kind: 'alerts', organisationId: null, from: 0, to: before, rows, at });
    return rows;
  });
}
