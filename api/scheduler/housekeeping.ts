import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from './job.ts';
import { nextOccurrence } from './recurrence.ts';

/** How long events can be pulled and their deliveries be looked at (webhooks.md, sections 4 and 7). */
export const EVENTS_KEEP_DAYS = 30;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Events of one transaction: other writers wait for it some tens of milliseconds. */
const BATCH = 1_000;

export interface HousekeepingTools {
  readonly store: Pick<Store, 'events' | 'idempotency'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Every night, deletes events with their deliveries when they are older than 30 days, in batches. */
export function createEventPurgeJob({ store, clock, log }: HousekeepingTools): Job {
  return {
    name: 'events.purge',
    next: (after) => nextOccurrence({ hour: 3, minute: 20, timezone: 'UTC' }, after),
    async run(signal) {
      const before = clock.now() - EVENTS_KEEP_DAYS * DAY_MS;
      let purged = 0;
      for (let batch = 1; batch > 0 && !signal.aborted; purged += batch)
        batch = await store.events.purge(before, BATCH);
      if (purged > 0) log.info({ purged }, 'old events were purged');
    },
    retryMs: () => HOUR_MS,
  };
}

/** Every hour, forgets the answers that were kept for repeated requests when their day is over. */
export function createIdempotencyPurgeJob({ store, clock }: HousekeepingTools): Job {
  return {
    name: 'idempotency.purge',
    next: (after) => (Math.floor(after / HOUR_MS) + 1) * HOUR_MS,
    run: async () => void (await store.idempotency.purge(clock.now())),
  };
}
