import type { Store, Transaction } from '../../store/ports/store.ts';
import type { ReceivedActivity } from '../../store/ports/telemetry.ts';
import type { Counters } from '../stats.ts';

/** Something to be made durable. Activity is merged with that of other devices; all else runs in the order of submission. */
export type Job =
  | { readonly kind: 'activity'; readonly records: readonly ReceivedActivity[] }
  | { readonly kind: 'work'; run(tx: Transaction): Promise<void> };

/** A transaction takes at most so many jobs: some 20 ms, so that a lock asked for meanwhile does not wait longer. */
const MAX_JOBS = 512;

/** And at most so many activity records, for the same reason. */
const MAX_RECORDS = 4_096;

/** So many jobs that fail by themselves, one after the other, are no coincidence: the store is ill, and the rest is given up. */
const GIVE_UP_AFTER = 8;

/** Turns of the event loop to gather in: microseconds when idle, a millisecond or two under load. */
const GATHER_TURNS = 8;

interface Waiting {
  readonly job: Job;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: jobs of all devices go into one transaction, and the promise of each resolves after the commit. It begins at once
 * when idle, else as soon as the commit before has ended. Jobs are done in the order of their submission (activity apart).
 */
export interface GroupCommit {
  /** Resolves when the job is durable. Rejects when it is not, and then nothing of it is stored. */
  submit(job: Job): Promise<void>;
  /** Resolves when all that was submitted is done. */
  drain(): Promise<void>;
}

export function createGroupCommit({
  store,
  counters,
}: {
  readonly store: Pick<Store, 'transaction'>;
  readonly counters: Counters['commits'];
}): GroupCommit {
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    await store.transaction((tx) => runJobs(tx, batch));
    counters.batches += 1;
    counters.jobs += batch.length;
    for (const { resolve } of batch) resolve();
  };

  /** One bad job must not take the others down with it: each alone. */
  const commitEach = async (batch: readonly Waiting[]): Promise<void> => {
    let failures = 0;
    let last: unknown;
    for (const one of batch) {
      if (failures >= GIVE_UP_AFTER) {
        one.reject(last);
        continue;
      }
      try {
        await commit([one]);
        failures = 0;
      } catch (error) {
        failures += 1;
        last = error;
        counters.failures += 1;
        one.reject(error);
      }
    }
  };

  /** Takes in what the event loop brings from whatever sockets, turn by turn while more comes: a commit costs the same for one as for fifty. */
  const gather = async (): Promise<void> => {
    for (let turn = 0, before = 0; turn < GATHER_TURNS && waiting.length > before; turn++) {
      before = waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const work = async (): Promise<void> => {
    await gather();
    while (waiting.length > 0) {
      const batch = take(waiting);
      waiting = waiting.slice(batch.length);
      try {
        await commit(batch);
      } catch (error) {
        if (batch.length > 1) await commitEach(batch);
        else {
          counters.failures += 1;
          batch[0]?.reject(error);
        }
      }
    }
    running = null;
  };

  return {
    submit: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        running ??= work();
      }),
    async drain() {
      while (running !== null) await running;
    },
  };
}

/** The next jobs for one transaction: at least one. */
function take(waiting: readonly Waiting[]): readonly Waiting[] {
  let records = 0;
  let count = 0;
  for (const { job } of waiting) {
    records += job.kind === 'activity' ? job.records.length : 0;
    if (count > 0 && (count >= MAX_JOBS || records > MAX_RECORDS)) break;
    count += 1;
  }
  return waiting.slice(0, count);
}

async function runJobs(tx: Transaction, batch: readonly Waiting[]): Promise<void> {
  const activity = batch.flatMap(({ job }) => (job.kind === 'activity' ? job.records : []));
  if (activity.length > 0) await tx.telemetry.appendActivity(activity);
  for (const { job } of batch) if (job.kind === 'work') await job.run(tx);
}
