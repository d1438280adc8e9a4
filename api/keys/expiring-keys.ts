import type { Clock } from '../../kit/clock.ts';
import type { NewEvent } from '../../store/ports/events.ts';
import type { Store } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { Job } from '../scheduler/job.ts';

/** Days before the expiry at which the event is fired. */
const MARKS = [14, 7, 1] as const;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface ExpiryTools {
  readonly store: Pick<Store, 'apiKeys' | 'transaction'>;
  readonly clock: Clock;
}

/**
 * Fires `api_key.expiring` for the keys of every organisation that expire within 14, 7 or 1 days, once for each mark. When the server was
 * off for several marks, only the nearest is fired. Safe to repeat.
 * @returns how many events were fired
 */
export async function expiringKeys({ store, clock }: ExpiryTools): Promise<number> {
  const now = clock.now();
  const due = (await store.apiKeys.expiring(now, now + MARKS[0] * DAY_MS)).filter(
    ({ key, toldDays }) => markOf(key.expiresAt, now) < (toldDays ?? Number.POSITIVE_INFINITY),
  );
  if (due.length === 0) return 0;
  return await store.transaction(async (tx) => {
    const events: NewEvent[] = [];
    // Read again, because another process may have fired the events meanwhile.
    for (const { key, toldDays } of await tx.apiKeys.expiring(now, now + MARKS[0] * DAY_MS)) {
      const mark = markOf(key.expiresAt, now);
      if (key.expiresAt === null || mark >= (toldDays ?? Number.POSITIVE_INFINITY)) continue;
      events.push({
        type: 'api_key.expiring',
        organisationId: key.organisationId,
        at: now,
        data: { keyId: key.id, name: key.name, expiresAt: timestamp(key.expiresAt) },
      });
      await tx.apiKeys.toldExpiry(key.id, mark);
    }
    await tx.events.appendMany(events);
    return events.length;
  });
}

/** The smallest mark that has been passed (days); infinite when none. */
function markOf(expiresAt: number | null, now: number): number {
  if (expiresAt === null) return Number.POSITIVE_INFINITY;
  const passed = MARKS.filter((days) => expiresAt - now <= days * DAY_MS);
  return passed.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...passed);
}

/** Looks every hour, so that an event is fired within an hour of its mark. */
export function createKeyExpiryJob(tools: ExpiryTools): Job {
  return {
    name: 'api_keys.expiring',
    next: (after) => (Math.floor(after / HOUR_MS) + 1) * HOUR_MS,
    run: async () => void (await expiringKeys(tools)),
  };
}
