import type { Clock } from '../../kit/clock.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { ClassroomSessionRecord } from '../../store/ports/classroom.ts';
import type { OverrideRecord } from '../../store/ports/overrides.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { createDueWork } from '../../store/rules/due-work.ts';
import { endOverride } from '../overrides/end-override.ts';
import { createLookout, type Lookout } from '../scheduler/lookout.ts';
import { beginSession, endSession } from './session-steps.ts';

/** The longest time between two looks; it bounds the delay when a wake-up is lost. */
const POLL_MS = 10_000;

/** The interval between two looks while something due cannot be marked, so that other moments are not missed. */
const HELD_POLL_MS = 1_000;

/** Moments marked in one look. After a long pause of the server the rest follows at once. */
const BATCH = 50;

/**
 * Marks what happens by the clock: sessions that start and end, and overrides that expire. Each is marked once, in its own transaction,
 * with its event and a new target state. Devices keep the time themselves. An item that cannot be marked is tried again later and delays no
 * other. After a stop of the server it catches up: a session that passed meanwhile gets its start and its end.
 */
export function createDueChanges({
  store,
  clock,
  log,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): Service {
  let running: { readonly lookout: Lookout; readonly unsubscribe: () => void } | null = null;

  const dueWork = <Item extends { readonly id: string }>(what: string) =>
    createDueWork<Item>({
      clock,
      keyOf: ({ id }) => id,
      onFailure: ({ id }, error) =>
        log.error({ err: error, [what]: id }, 'could not mark what has started or ended; trying again later'),
    });
  const sessions = dueWork<ClassroomSessionRecord>('sessionId');
  const overrides = dueWork<OverrideRecord>('overrideId');

  const look = async (): Promise<boolean> => {
    const now = clock.now();
    let done = 0;
    for (const session of await store.classroomSessions.due(now, BATCH + sessions.held))
      if (await sessions.attempt(session, () => store.transaction((tx) => pass(tx, session)))) done += 1;
    for (const override of await store.overrides.due(now, BATCH + overrides.held)) {
      const end = { by: 'expired', at: override.expiresAt } as const;
      if (await overrides.attempt(override, () => store.transaction((tx) => endOverride(tx, override, end))))
        done += 1;
    }
    // A session that has just started may also have ended.
    return done > 0;
  };

  const nextDueAt = async (): Promise<number | null> => {
    const moments = [await store.classroomSessions.nextChangeAt(), await store.overrides.nextExpiryAt()];
    const due = moments.filter((at) => at !== null);
    if (due.length === 0) return null;
    const next = Math.min(...due);
    // The store names only the earliest moment. While that one cannot be marked, the next may be at any time.
    const held = sessions.held + overrides.held > 0 && next <= clock.now();
    return held ? clock.now() + HELD_POLL_MS : next;
  };

  return {
    start() {
      if (running !== null) return Promise.resolve();
      const onError = (error: unknown): void =>
        log.error({ err: error }, 'could not mark what has started or ended; trying again');
      const lookout = createLookout({ clock, pollMs: POLL_MS, look, nextDueAt, onError });
      const unsubscribe = store.bus.subscribe(({ kind }) => {
        if (kind === 'due_changes') lookout.wake();
      });
      running = { lookout, unsubscribe };
      lookout.wake();
      return Promise.resolve();
    },
    async stop() {
      const stopping = running;
      running = null;
      stopping?.unsubscribe();
      await stopping?.lookout.close();
    },
  };
}

/** Checks again inside the transaction, because the session may just have been extended or ended. */
async function pass(tx: Transaction, { organisationId, id, ...due }: ClassroomSessionRecord): Promise<void> {
  const session = await tx.classroomSessions.get(organisationId, id);
  if (session === null) return;
  const unchanged = session.startsAt === due.startsAt && session.endsAt === due.endsAt;
  if (session.status === 'scheduled') await beginSession(tx, session, session.startsAt);
  else if (session.status === 'active' && unchanged)
    await endSession(tx, session, { at: session.endsAt, reason: 'time' });
}
