import type { Clock } from '../../kit/clock.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import type { EventPlace } from '../../store/ports/events.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from './job.ts';
import { createPurgeJob, type PurgeStep, type PurgeTools } from './purge-job.ts';

/** How long events can be pulled and their deliveries be looked at. */
export const EVENTS_KEEP_DAYS = 30;

const HOUR_MS = 3_600_000;
/** Rows of one transaction. A delivery may have a hundred attempts of 16 kB, and a disk may be slow: then they are fewer. */
const EVENT_STEPS: StepLimits = { most: 1_000, least: 20, aimMs: 20 };
/** A lesson may have a thousand members. */
const LESSON_STEPS: StepLimits = { most: 500, least: 10, aimMs: 20 };
/** Answers may have as many characters as a list of 500 users. */
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

/** Every night, deletes lessons and overrides that were over before any record that is still kept: they explain those, and nothing else. */
export function createLessonPurgeJob({
  store,
  ...tools
}: Required<PurgeTools> & { readonly store: Pick<Store, 'classroomSessions' | 'overrides'> }): Job {
  const purge = {
    name: 'lessons.purge',
    what: 'lessons and overrides',
    minute: 25,
    keepDays: tools.keepDays,
    steps: LESSON_STEPS,
    begin: (before: number) =>
      [store.overrides, store.classroomSessions].map((over) => async (limit: number) => {
        const purged = await over.purge(before, limit);
        return { purged, more: purged > 0 };
      }),
  };
  return createPurgeJob(purge, tools);
}

/** Every hour, forgets the answers that were kept for repeated requests when their day is over. */
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
