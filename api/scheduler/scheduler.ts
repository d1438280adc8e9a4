import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { base62, type Random } from '../../kit/random.ts';
import type { JobRecord } from '../../store/ports/jobs.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Tick } from './cron-tick.ts';
import type { Job } from './job.ts';

/** Long enough to purge a day's records. A job that needs more sets its own time. */
const DEFAULT_TIMEOUT_MS = 600_000;
/** After a run was told to end, its process keeps the job for this long before other processes may take it. */
const LEASE_MARGIN_MS = 60_000;
/** A step back of the clock by less is a correction and runs no job twice. */
const CLOCK_SLACK_MS = 3_600_000;
/** How long a stop waits for the present run. */
const STOP_WAIT_MS = 10_000;
/** Length of the stored error of a job (characters), which is for inspection only. */
const MAX_ERROR_LENGTH = 1_000;

export interface SchedulerOptions {
  readonly store: Pick<Store, 'jobs'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly jobs: readonly Job[];
  readonly tick: Tick;
}

/** Runs jobs by the calendar. `start` runs missed jobs at once. `stop` interrupts the present run, which is repeated later. */
export interface Scheduler extends Service {
  /** Resolves when the present pass has ended; for tests. */
  settled(): Promise<void>;
}

/** Runs one job at a time, in the order given. Several processes over one store never run the same job at once. */
export function createScheduler({ store, clock, random, log, jobs, tick }: SchedulerOptions): Scheduler {
  const holder = base62(random, 20);
  /** Runs that continued after their time was up. */
  const unfinished = new Set<string>();
  let stopping = new AbortController();
  let passing: Promise<void> | null = null;
  let running = false;

  const pass = async (): Promise<void> => {
    for (const job of jobs) {
      if (stopping.signal.aborted) return;
      try {
        await consider(job);
      } catch (error) {
        log.error({ job: job.name, error: messageOf(error) }, 'a job could not be looked after');
      }
    }
  };

  const consider = async (job: Job): Promise<void> => {
    if (unfinished.has(job.name)) return;
    const now = clock.now();
    const next = await job.next(now);
    const record = await store.jobs.ensure(job.name, next);
    if (isTooLate(record, next, now)) {
      await store.jobs.reschedule(job.name, next);
      return;
    }
    if (record.dueAt > now) return;
    const leaseMs = (job.timeoutMs ?? DEFAULT_TIMEOUT_MS) + LEASE_MARGIN_MS;
    if (await store.jobs.claim({ name: job.name, now, leaseMs, holder })) await runClaimed(job, record);
  };

  const runClaimed = async (job: Job, { failures }: JobRecord): Promise<void> => {
    const startedAt = clock.now();
    try {
      await withinTime(job);
    } catch (error) {
      if (stopping.signal.aborted) return await store.jobs.release(job.name, holder);
      const text = messageOf(error).slice(0, MAX_ERROR_LENGTH);
      log.error({ job: job.name, failures: failures + 1, error: text }, 'a job failed');
      const now = clock.now();
      const regular = await job.next(now);
      const retryMs = job.retryMs?.(failures + 1) ?? null;
      const dueAt = retryMs === null ? regular : Math.min(regular, now + retryMs);
      return await store.jobs.settle(job.name, holder, { startedAt, dueAt, error: text });
    }
    // It is unknown whether the run finished or gave way to the stop, so it is repeated.
    if (stopping.signal.aborted) return await store.jobs.release(job.name, holder);
    const tookMs = clock.now() - startedAt;
    log.debug({ job: job.name, tookMs }, 'a job is done');
    await store.jobs.settle(job.name, holder, {
      startedAt,
      dueAt: await job.next(clock.now()),
      error: null,
    });
  };

  const withinTime = async (job: Job): Promise<void> => {
    const timeoutMs = job.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const over = new AbortController();
    const ended = new AbortController();
    const signal = AbortSignal.any([stopping.signal, over.signal]);
    unfinished.add(job.name);
    const run = Promise.resolve()
      .then(() => job.run(signal))
      .finally(() => {
        unfinished.delete(job.name);
        ended.abort();
      });
    // The run may end or fail later, when nobody waits for it any more.
    run.catch(() => undefined);
    const limit = delay(clock, timeoutMs, ended.signal).then(() => {
      if (ended.signal.aborted) return;
      over.abort();
      throw new Error(`it was not done after ${timeoutMs} ms`);
    });
    await Promise.race([run, limit.then(() => run)]);
  };

  const kick = (): void => {
    passing ??= pass().finally(() => {
      passing = null;
    });
  };

  return {
    async start() {
      if (running) return;
      running = true;
      stopping = new AbortController();
      tick.start(kick);
      kick();
    },
    async stop() {
      if (!running) return;
      running = false;
      stopping.abort();
      await tick.stop();
      const waited = new AbortController();
      await Promise.race([passing, delay(clock, STOP_WAIT_MS, waited.signal)]);
      waited.abort();
    },
    settled: async () => {
      await passing;
    },
  };
}

/**
 * Whether a stored due time is later than the calendar says: the clock went back after it was stored, or the time zone has changed. An
 * occurrence that the last run covered does not count again, unless the clock went back by more than a correction.
 */
function isTooLate({ dueAt, lastRunAt }: JobRecord, next: number, now: number): boolean {
  if (dueAt <= next) return false;
  return lastRunAt === null || next > lastRunAt || lastRunAt > now + CLOCK_SLACK_MS;
}
