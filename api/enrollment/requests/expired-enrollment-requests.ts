import type { Clock } from '../../../kit/clock.ts';
import { nextTurn } from '../../../kit/turns.ts';
import type { Store } from '../../../store/ports/store.ts';
import type { Job } from '../../scheduler/job.ts';
import { forgetRequest } from './re-enrollment.ts';

const HOUR_MS = 3_600_000;
/** Requests of one transaction: other writers wait for it some milliseconds. */
const BATCH = 100;

/** Every hour, takes away what nobody has decided or used in its time, with the alerts about it. */
export function createExpiredEnrollmentRequestsJob({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
}): Job {
  return {
    name: 'enrollment_requests.purge',
    next: (after) => (Math.floor(after / HOUR_MS) + 1) * HOUR_MS,
    async run(signal) {
      for (let taken = BATCH; taken === BATCH && !signal.aborted; ) {
        taken = await store.transaction(async (tx) => {
          const now = clock.now();
          const expired = await tx.enrollmentRequests.expired(now, BATCH);
          for (const request of expired) await forgetRequest(tx, request, now);
          return expired.length;
        });
        await nextTurn();
      }
    },
  };
}
