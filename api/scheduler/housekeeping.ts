import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { inSteps, type StepLimits } from '../../kit/turns.ts';
import type { EventPlace } from '../../store/ports/events.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Job } from './job.ts';
import { nextOccurrence } from './recurrence.ts';

/** How long events can be pulled and their deliveries be looked at. */
export const EVENTS_KEEP_DAYS = 30;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Rows of one transaction. A delivery may have a hundred attempts of 16 kB, and a disk may be slow: then they are fewer. */
const EVENT_STEPS: StepLimits = { most: 1_000, least: 20, aimMs: 20 };
/** A lesson may have a thousand members. */
const LESSON_STEPS: StepLimits = { most: 500, least: 10, aimMs: 20 };
/** Answers may have as many characters as a list of 500 users. */
const IDEMPOTENCY_STEPS: StepLimits = { most: 1_000, least: 20, aimMs: 20 };

export interface HousekeepingTools {
  readonly store: Pick<Store, 'events' | 'idempotency'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Every night, deletes events with their deliveries when they are older than 30 days, step by step. */
export function createEventPurgeJob({ store, clock, log }: HousekeepingTools): Job {
  return {
    name: 'events.purge',
    next: (after) => nextOccurrence({ hour: 3, minute: 20, timezone: 'UTC' }, after),
    async run(signal) {
      const before = clock.now() - EVENTS_KEEP_DAYS * DAY_MS;
      let purged = 0;
      let after: EventPlace | null = null;
      await inSteps(EVENT_STEPS, { clock, signal }, async (limit) => {
        const step = await store.events.purge({ before, limit, after });
        purged += step.purged;
        after = step.next;
        return after !== null;
      });
      if (purged > 0) log.info({ purged }, 'old events were purged');
    },
    retryMs: () => HOUR_MS,
  };
}

/** Every night, deletes lessons and overrides that were over before any record that is still kept: they explain those, and nothing else. */
export function createLessonPurgeJob({
  store,
  clock,
  log,
  keepDays,
}: {
  readonly store: Pick<Store, 'classroomSessions' | 'overrides'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepDays: number;
}): Job {
  return {
    name: 'lessons.purge',
    next: (after) => nextOccurrence({ hour: 3, minute: 25, timezone: 'UTC' }, after),
    async run(signal) {
      const before = clock.now() - keepDays * DAY_MS;
      let purged = 0;
      for (const over of [store.overrides, store.classroomSessions])
        await inSteps(LESSON_STEPS, { clock, signal }, async (limit) => {
          const step = await over.purge(before, limit);
          purged += step;
          return step > 0;
        });
      if (purged > 0) log.info({ purged, keepDays }, 'old lessons and overrides were purged');
    },
    retryMs: () => HOUR_MS,
  };
}

/** Every hour, forgets the answers that were kept for repeated requests when their day is over. */
export function createIdempotencyPurgeJob({ store, clock }: HousekeepingTools): Job {
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
