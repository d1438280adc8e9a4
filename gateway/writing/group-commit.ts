import { type Clock, systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { ReceivedActivity } from '../../store/ports/telemetry.ts';
import { isStoreFailure } from '../../store/rules/store-failure.ts';
import type { Counters } from '../limits/stats.ts';

interface ActivityJob {
  readonly kind: 'activity';
  readonly records: readonly ReceivedActivity[];
}

/** Runs once or several times, each time after its writes were undone. It returns what it finds, and changes nothing outside of the transaction. */
interface WorkJob<T> {
  readonly kind: 'work';
  run(tx: Transaction): Promise<T>;
}

/** Something to be made durable. Activity is merged with that of other devices; all else runs in the order of submission. */
export type Job<T = unknown> = ActivityJob | WorkJob<T>;

/** Jobs in one transaction: some 20 ms, so that a lock that is ordered meanwhile does not wait longer. */
const MAX_JOBS = 512;

/** Activity records of small jobs in one transaction, for the same reason. */
const MAX_RECORDS = 4_096;

/**
 * After this many failures in a row the storage itself is taken to be broken, and the rest is given up. It is more than the steps that halve `MAX_JOBS` down to
 * one job that meets a damaged page.
 */
const GIVE_UP_AFTER = 12;

/** How many bad records of one message are searched for; each costs some twenty transactions. With more the message is dropped whole. */
const MAX_BAD_RECORDS = 8;

/**
 * Activity of more records is written in parts of this size (2 ms each). So a laptop that empties its outbox, or floods, delays others by one transaction at
 * most.
 */
const PART_RECORDS = 128;

/** Records of such parts in one transaction, after all small jobs: some 4 ms. */
const MAX_PART_RECORDS = 256;

/** Turns of the event loop in which jobs are gathered: microseconds when idle. */
const GATHER_TURNS = 8;

/** The longest time of gathering (milliseconds): when other work fills the turns, what has arrived is committed. */
const GATHER_MS = 2;

/** A job that can never be stored: the store works, and the job fails at each try. Of activity, the good records are stored all the same. */
export class Unstorable extends Error {
  override readonly name = 'Unstorable';
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (found: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The jobs that wait for a transaction, in the order of their submission. */
interface Queues {
  readonly small: Waiting[];
  readonly parts: Waiting[];
}

/**
 * Group commit: jobs of all devices share transactions, and the promise of each resolves after the commit. A transaction begins at once when idle, else when
 * the one before has ended. Jobs run in the order of their submission, except that activity of many records is split and comes after small jobs.
 */
export interface GroupCommit {
  /**
   * Resolves when the job is durable, with the result of its committed run. Rejects with `Unstorable` when it can never be stored. Rejects with the store's own
   * error when the store fails: then nothing of it is stored, or a part of many records, and it may be submitted again.
   */
  submit<T>(job: WorkJob<T>): Promise<T>;
  submit(job: ActivityJob): Promise<void>;
  /** Resolves when all submitted jobs are settled. */
  drain(): Promise<void>;
}

export function createGroupCommit({
  store,
  counters,
  clock = systemClock,
}: {
  readonly store: Pick<Store, 'transaction'>;
  readonly counters: Counters['commits'];
  /** Default: the system's. */
  readonly clock?: Pick<Clock, 'monotonic'>;
}): GroupCommit {
  const queues: Queues = { small: [], parts: [] };
  let running: Promise<void> | null = null;

  const commit = createCommitter({ store, counters });

  /** Waits for more jobs, turn by turn while more come: a commit costs the same for one job as for fifty. */
  const gather = async (): Promise<void> => {
    const until = clock.monotonic() + GATHER_MS;
    for (let turn = 0, before = 0; turn < GATHER_TURNS && queues.small.length > before; turn++) {
      before = queues.small.length;
      await nextTurn();
      if (clock.monotonic() >= until) return;
    }
  };

  const work = async (): Promise<void> => {
    await gather();
    while (queues.small.length + queues.parts.length > 0) {
      const parts = take(queues.parts, MAX_PART_RECORDS);
      await commit([...take(queues.small, MAX_RECORDS), ...parts]);
      // A commit runs in microtasks: this turn lets small jobs arrive, which go before the next parts.
      if (parts.length > 0) await nextTurn();
    }
    running = null;
  };

  const enqueue = (queue: Waiting[], job: Job): Promise<unknown> =>
    new Promise((resolve, reject) => {
      queue.push({ job, resolve, reject });
      running ??= work();
    });

  return {
    async submit<T>(job: Job<T>): Promise<T> {
      // The result of the job's own run; undefined for activity.
      if (job.kind === 'work' || job.records.length <= PART_RECORDS)
        return (await enqueue(queues.small, job)) as T;
      await Promise.all(partsOf(job.records).map((records) => enqueue(queues.parts, { ...job, records })));
      return undefined as T;
    },
    async drain() {
      while (running !== null) await running;
    },
  };
}

function partsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / PART_RECORDS) }, (_, n) =>
    all.slice(n * PART_RECORDS, (n + 1) * PART_RECORDS),
  );
}

/** Takes the next jobs for one transaction out of a queue: at least one unless it is empty. */
function take(waiting: Waiting[], maxRecords: number): readonly Waiting[] {
  let records = 0;
  let count = 0;
  for (const { job } of waiting) {
    records += job.kind === 'activity' ? job.records.length : 0;
    if (count > 0 && (count >= MAX_JOBS || records > maxRecords)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/** @returns the result of each job, in the order of the batch */
async function runJobs(tx: Transaction, batch: readonly Job[]): Promise<readonly unknown[]> {
  const activity = batch.flatMap((job) => (job.kind === 'activity' ? job.records : []));
  if (activity.length > 0) await tx.telemetry.appendActivity(activity);
  const found: unknown[] = [];
  for (const job of batch) found.push(job.kind === 'work' ? await job.run(tx) : undefined);
  return found;
}

/** Both halves, in their order. Of one element there is one half. */
export function halvesOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)].filter(({ length }) => length > 0);
}

/** Commits jobs, and settles each. */
function createCommitter({
  store,
  counters,
}: {
  readonly store: Pick<Store, 'transaction'>;
  readonly counters: Counters['commits'];
}): (batch: readonly Waiting[]) => Promise<void> {
  /** Failures of the storage since something was stored. */
  let ill = 0;

  /** Runs jobs in one transaction. @throws Unstorable when it is not the storage that fails */
  const attempt = async (batch: readonly Job[]): Promise<readonly unknown[]> => {
    let begun = false;
    try {
      const found = await store.transaction((tx) => {
        begun = true;
        return runJobs(tx, batch);
      });
      ill = 0;
      return found;
    } catch (error) {
      counters.failures += 1;
      if (begun && !isStoreFailure(error)) throw new Unstorable(messageOf(error), { cause: error });
      // When not even a transaction begins, no job is to blame.
      ill = begun ? ill + 1 : GIVE_UP_AFTER;
      throw error;
    }
  };

  /**
   * Commits jobs together. When that fails, it commits each half by itself: so one bad job among hundreds is found in some twenty transactions, and the others
   * are stored.
   */
  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    let found: readonly unknown[];
    try {
      found = await attempt(batch.map(({ job }) => job));
    } catch (error) {
      return await settle(batch, error);
    }
    counters.batches += 1;
    counters.jobs += batch.length;
    for (const [at, { resolve }] of batch.entries()) resolve(found[at]);
  };

  const settle = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    const [only] = batch;
    if (ill >= GIVE_UP_AFTER) for (const { reject } of batch) reject(error);
    else if (only !== undefined && batch.length === 1) await settleAlone(only, error);
    else await commitHalves(batch, error);
  };

  const commitHalves = async (batch: readonly Waiting[], error: unknown): Promise<void> => {
    for (const half of halvesOf(batch)) {
      if (ill < GIVE_UP_AFTER) await commit(half);
      else for (const { reject } of half) reject(error);
    }
  };

  /** A job that fails alone is at fault. Of a message with many records, only the bad ones are dropped. */
  const settleAlone = async ({ job, reject }: Waiting, error: unknown): Promise<void> => {
    const many = job.kind === 'activity' && job.records.length > 1;
    if (!many || !(error instanceof Unstorable)) return reject(error);
    await storeGood(job.records, attempt).then(() => reject(error), reject);
  };

  return (batch) => {
    ill = 0;
    return commit(batch);
  };
}

/** Stores what is good of the records of a message that failed alone. @throws when too many are bad, or the storage fails */
async function storeGood(
  records: readonly ReceivedActivity[],
  attempt: (batch: readonly Job[]) => Promise<unknown>,
): Promise<void> {
  let bad = 0;
  const store = async (some: readonly ReceivedActivity[]): Promise<void> => {
    const error = await attempt([{ kind: 'activity', records: some }]).then(() => null, asError);
    if (error === null) return;
    if (some.length === 1) bad += 1;
    if (!(error instanceof Unstorable) || bad > MAX_BAD_RECORDS) throw error;
    if (some.length > 1) for (const half of halvesOf(some)) await store(half);
  };
  for (const half of halvesOf(records)) await store(half);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(messageOf(error), { cause: error });
}
