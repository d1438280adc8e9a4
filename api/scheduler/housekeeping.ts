import type { Clock } from '../../kit/clock.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import type { EventPlace } from '../../store/ports/events.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from './job.ts';
import { createPurgeJob, type PurgeStep, type PurgeTools } from './purge-job.ts';

/** How long events can be pulled and deliveries looked at (days). */
export const EVENTS_KEEP_DAYS = 30;

const HOUR_MS = 3_600_000;

/** Rows of one transaction. A delivery may have a hundred attempts of 16 kB, and a disk may be slow; the steps are smaller then. */
const EVENT_STEPS: StepLimits = { most: 1_000, least: 20, aimMs: 20 };

/** A lesson may have a thousand members. */
const LESSON_STEPS: StepLimits = { most: 500, least: 10, aimMs: 20 };

/** As long as the logs that they explain. */
const LESSONS_KEEP_DAYS = 90;

/** Stored answers may be as long as a list of 500 users. */
const IDEMPOTENCY_STEPS: StepLimits = { most: 1_000, least: 20, aimMs: 20 };

/** Every night, deletes events with their deliveries when they are older than 30 days, step by step. */
export function createEventPurgeJob({
  store,
  ...tools
}: PurgeTools & { readonly store: Pick<Store, 'events'> }): Job {
  const purge = {
    name: 'events.purge',
    what: 'events',
    minute: 20,
    keepDays: EVENTS_KEEP_DAYS,
    steps: EVENT_STEPS,
    begin(before: number) {
      let after: EventPlace | null = null;
      const step: PurgeStep = async (limit) => {
        const { purged, next } = await store.events.purge({ before, limit, after });
        after = next;
        return { purged, more: next !== null };
      };
      return [step];
    },
  };
  return createPurgeJob(purge, tools);
}

/** Every night, deletes lessons and overrides that ended before the oldest kept record. They only serve to explain records. */
export function createLessonPurgeJob({
  store,
  ...tools
}: PurgeTools & { readonly store: Pick<Store, 'classroomSessions' | 'overrides'> }): Job {
  const purge = {
    name: 'lessons.purge',
    what: 'lessons and overrides',
    minute: 25,
    keepDays: LESSONS_KEEP_DAYS,
    steps: LESSON_STEPS,
    begin: (before: number) =>
      [store.overrides, store.classroomSessions].map((over) => async (limit: number) => {
        const purged = await over.purge(before, limit);
        return { purged, more: purged > 0 };
      }),
  };
  return createPurgeJob(purge, tools);
}

/** Every hour, deletes the answers that were stored for repeated requests when their day is over. */
export function createIdempotencyPurgeJob({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'idempotency'>;
  readonly clock: Clock;
}): Job {
  return {
    name: 'idempotency.purge',
    next: (after) => (Math.floor(after / HOUR_MS) + 1) * HOUR_MS,
    async run(signal) {
      const now = clock.now();
      await inSteps(
        IDEMPOTENCY_STEPS,
        { clock, signal },
        async (limit) => (await store.idempotency.purge(now, limit)) > 0,
      );
    },
  };
}

/** Every night, deletes the alerts and access requests that are older than `keepDays` (default: half a school year), step by step, each with a receipt. */
export function createAlertPurgeJob({
  store,
  ...tools
}: PurgeTools & { readonly store: Pick<Store, 'transaction' | 'accessRequests'> }): Job {
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
      async (limit: number) => {
        const purged = await store.accessRequests.purge(before, limit);
        return { purged, more: purged > 0 };
      },
    ],
  };
  return createPurgeJob(purge, tools);
}

/** Deletes rows and writes the receipt, in one transaction. */
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

/** Every night, removes entries that are older than `keepDays` from the start of each chain, step by step, with receipts. */
export function createAuditPurgeJob({
  store,
  ...tools
}: PurgeTools & { readonly store: Pick<Store, 'audit'> }): Job {
  const { clock } = tools;
  const purge = {
    name: 'audit.purge',
    what: 'entries of the audit',
    minute: 40,
    // A school year and the months in which people ask about it.
    keepDays: 365,
    // Each step leaves a receipt and an audit entry, so steps must not be too small.
    steps: { most: 2_000, least: 250, aimMs: 30 },
    begin: (before: number) => [
      async (limit: number) => {
        const receipts = await store.audit.purge({ before, now: clock.now(), limit });
        const purged = receipts.reduce((sum, receipt) => sum + receipt.count, 0);
        return { purged, more: receipts.some((receipt) => receipt.count === limit) };
      },
    ],
  };
  return createPurgeJob(purge, tools);
}

/** Every night, deletes device events that arrived more than `keepDays` ago, step by step. */
export function createDeviceEventPurgeJob({
  store,
  ...tools
}: PurgeTools & { readonly store: Pick<Store, 'telemetry'> }): Job {
  const purge = {
    name: 'device_events.purge',
    what: 'events of devices',
    minute: 30,
    // By then no device repeats an event, and a fault has been looked into.
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
