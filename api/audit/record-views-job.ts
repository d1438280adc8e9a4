import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';
import type { Store } from '../../store/ports/store.ts';
import { tellEndedViews } from '../http/record-views.ts';
import type { Job } from '../scheduler/job.ts';

/** Entries written in one transaction. Other writers wait for it some ten milliseconds. */
const BATCH = 200;
const MINUTE_MS = 60_000;

/** Every minute, writes audit entries for the gathered repeated views whose ten minutes are over. */
export function createRecordViewsJob({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
}): Job {
  return {
    name: 'audit.views',
    next: (after) => (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS,
    async run(signal) {
      while (!signal.aborted && (await tellEndedViews(store, { now: clock.now(), limit: BATCH })))
        await setImmediate();
    },
    retryMs: () => MINUTE_MS,
  };
}
