import type { Clock } from '../../kit/clock.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from '../scheduler/job.ts';
import { endRequest } from './decide.ts';

const EVERY_MS = 300_000;

/** Requests of one transaction. Other writers wait for it some milliseconds. */
const BATCH = 100;

/** Every five minutes, ends requests that nobody has decided within a day, with their alerts. */
export function createAccessRequestExpiryJob({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
}): Job {
  return {
    name: 'access_requests.expire',
    next: (after) => (Math.floor(after / EVERY_MS) + 1) * EVERY_MS,
    async run(signal) {
      for (let taken = BATCH; taken === BATCH && !signal.aborted; ) {
        taken = await store.transaction(async (tx) => {
          const at = clock.now();
          const due = await tx.accessRequests.due(at, BATCH);
          for (const request of due)
            await endRequest(tx, request, { status: 'expired', by: null, words: null, overrideIds: [], at });
          return due.length;
        });
        await nextTurn();
      }
    },
  };
}
