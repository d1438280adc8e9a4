import t, { type Test } from 'tap';
import { createDueChanges } from '../../../../api/classroom/due-changes.ts';
import { changeSession, createSession, stopSession } from '../../../../api/classroom/sessions.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import type { ClassroomSessionRecord } from '../../../../store/ports/classroom.ts';
import type { Store, Transaction } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

const MINUTE = 60_000;
const TEACHER = { reach: { organisationId: 1, ouPath: null }, teacher: null, actor: 'key_1' };

/** A store in which something else is done after the next look at due sessions has found one, and before that is acted on. */
function interrupted(store: Store) {
  let meanwhile: ((session: ClassroomSessionRecord) => Promise<unknown>) | null = null;
  const due: Store['classroomSessions']['due'] = async (now, limit) => {
    const found = await store.classroomSessions.due(now, limit);
    const [first] = found;
    const work = meanwhile;
    if (first === undefined || work === null) return found;
    meanwhile = null;
    await work(first);
    return found;
  };
  return {
    store: { ...store, classroomSessions: { ...store.classroomSessions, due } },
    beforeTheNextIsMarked(work: (session: ClassroomSessionRecord) => Promise<unknown>): void {
      meanwhile = work;
    },
  };
}

/** A lesson of five minutes that runs. */
async function lesson(t: Test) {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const ids = createIdSource({ clock, random: systemRandom });
  const input = { name: 'Maths', teacher: 'tea@x.example', durationMinutes: 5, ou: '/' };
  const { id, startsAt, endsAt } = await store.transaction((tx) =>
    createSession(tx, { clock, ids }, TEACHER, input),
  );
  const { beforeTheNextIsMarked, ...slow } = interrupted(store);
  const moments = createDueChanges({ store: slow.store, clock, log: silentLog });
  t.teardown(() => moments.stop());
  await moments.start();
  const now = async () => {
    const session = await store.classroomSessions.get(1, id);
    return { status: session?.status, endsAt: session?.endsAt, endedAt: session?.endedAt };
  };
  const ends = async () => {
    const page = {
      organisationId: 1,
      filter: {},
      sort: [],
      limit: 100,
      from: { kind: 'page', page: 1 },
    } as const;
    const { rows } = await store.events.list({ ...page, sort: [{ field: 'sequence', descending: false }] });
    return rows
      .filter(({ type }) => type === 'classroom.session_ended')
      .map(({ data }) => (data as { reason?: unknown }).reason);
  };
  /** In a transaction that was asked for just before the planned end. */
  const inTime = (
    work: (tx: Transaction, tools: { clock: typeof clock; ids: typeof ids }) => Promise<unknown>,
  ) => store.transaction((tx) => work(tx, { clock: { ...clock, now: () => endsAt - 1 }, ids }));
  return { clock, startsAt, endsAt, now, ends, inTime, beforeTheNextIsMarked };
}

t.test('a session that is extended while its end is being marked goes on to its new end', async (t) => {
  const { clock, startsAt, now, ends, inTime, beforeTheNextIsMarked } = await lesson(t);
  beforeTheNextIsMarked((session) =>
    inTime((tx, tools) => changeSession(tx, tools, session, { durationMinutes: 10 })),
  );
  const endsAt = startsAt + 10 * MINUTE;
  await clock.advance(5 * MINUTE);
  t.strictSame(await now(), { status: 'active', endsAt, endedAt: null });
  await clock.advance(5 * MINUTE - 1);
  t.strictSame(await now(), { status: 'active', endsAt, endedAt: null });
  t.strictSame(await ends(), []);
  await clock.advance(1);
  t.strictSame(await now(), { status: 'ended', endsAt, endedAt: endsAt });
  t.strictSame(await ends(), ['time']);
});

t.test('a session that is ended while its end is being marked ends once, as it was ended', async (t) => {
  const { clock, endsAt, now, ends, inTime, beforeTheNextIsMarked } = await lesson(t);
  beforeTheNextIsMarked((session) => inTime((tx, tools) => stopSession(tx, tools, session)));
  await clock.advance(5 * MINUTE);
  t.strictSame(await now(), { status: 'ended', endsAt, endedAt: endsAt - 1 });
  t.strictSame(await ends(), ['ended']);
});
