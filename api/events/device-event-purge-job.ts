import type { Store } from '../../store/ports/store.ts';
import type { Job } from '../scheduler/job.ts';
import { createPurgeJob, type PurgeTools } from '../scheduler/purge-job.ts';

/** Every night, forgets the events of devices that came in more than `keepDays` ago, step by step. */
export function createDeviceEventPurgeJob({
  store,
  ...tools
}: PurgeTools & { readonly store: Pick<Store, 'telemetry'> }): Job {
  const purge = {
    name: 'device_events.purge',
    what: 'events of devices',
    minute: 30,
    // By then no device sends one again, and a fault has been looked into.
    keepDays: 30,
    steps: { most: 1_000, least: 50, aimMs: 20 },
    begin: (before: number) => [
      async (limit: number) => {
        const purged = await store.telemetry.purgeDeviceEvents(before, limit);
        return { purged, more: purged === limit };
      },
    ],
  };
  return createPurgeJob(purge, tools);
}
