import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from '../scheduler/job.ts';
import { nextOccurrence } from '../scheduler/recurrence.ts';

/** How long it is known that an event came in: by then no device sends it again, and a fault has been looked into. */
const DEVICE_EVENTS_KEEP_DAYS = 30;

const DAY_MS = 86_400_000;
/** Events of one transaction: other writers wait for it some milliseconds. */
const BATCH = 1_000;

export interface DeviceEventPurgeOptions {
  readonly store: Pick<Store, 'telemetry'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepDays?: number;
}

/** Every night, forgets the events of devices that came in more than `keepDays` ago, in batches. */
export function createDeviceEventPurgeJob({
  store,
  clock,
  log,
  keepDays = DEVICE_EVENTS_KEEP_DAYS,
}: DeviceEventPurgeOptions): Job {
  return {
    name: 'device_events.purge',
    next: (after) => nextOccurrence({ hour: 3, minute: 30, timezone: 'UTC' }, after),
    async run(signal) {
      const before = clock.now() - keepDays * DAY_MS;
      let purged = 0;
      for (let batch = BATCH; batch === BATCH && !signal.aborted; purged += batch) {
        batch = await store.telemetry.purgeDeviceEvents(before, BATCH);
        await setImmediate();
      }
      if (purged > 0) log.info({ purged, keepDays }, 'old events of devices were purged');
    },
    retryMs: () => 3_600_000,
  };
}
