import { accountKey } from '../../contracts/device/account.ts';
import type {
  ClassroomSession,
  ClassroomSessionInput,
  ClassroomSessionPatch,
} from '../../contracts/rest/classroom.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import type { ClassroomSessionRecord } from '../../store/ports/classroom.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { MINUTE_MS } from '../../store/rules/session-steps.ts';
import { toClassroomSession } from '../../store/views/classroom-session.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { notFound } from '../input/field-fault.ts';
import { placeInReach } from '../input/place.ts';
import { type Reach, reachOf } from '../input/reach.ts';
import { readAllowedUrls, readStart } from './input.ts';
import { beginSession, cancelSession, endSession, tellDevices } from './session-steps.ts';
import { readMembers } from './members.ts';

export interface ClassroomTools {
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The reach of a caller, and for a teacher the address whose sessions alone are visible. */
export interface ClassroomCaller {
  readonly reach: Reach;
  /** Lower case; null = all sessions within reach. */
  readonly teacher: string | null;
  readonly actor: string;
}

/** The reach of the caller. A person signed in as a teacher sees and makes only sessions of their own. */
export async function classroomCaller(
  { accounts }: Pick<Repositories, 'accounts'>,
  caller: Caller,
): Promise<ClassroomCaller> {
  const { actor, credential, organisationId } = caller;
  const reach = reachOf(caller);
  if (credential.kind !== 'session' || credential.role !== 'teacher') return { reach, teacher: null, actor };
  const account = await accounts.get(organisationId, credential.accountId);
  // No session has this empty address, so a deleted account sees nothing.
  return { reach, teacher: accountKey(account?.email ?? ''), actor };
}

/** @throws Fault not_found */
export async function sessionInReach(
  repositories: Pick<Repositories, 'classroomSessions' | 'ous'>,
  { reach, teacher }: ClassroomCaller,
  id: string,
): Promise<ClassroomSessionRecord> {
  const session = await repositories.classroomSessions.get(reach.organisationId, id);
  if (session === null || !(await placeInReach(repositories, reach, session.placeOuId)))
    throw notFound('classroom session');
  if (teacher !== null && accountKey(session.teacher) !== teacher) throw notFound('classroom session');
  return session;
}

/**
 * Makes a session. A session that starts now is active at once.
 * @throws Fault validation_failed, unprocessable for unknown units or devices and for another teacher's session, ou_not_permitted
 */
export async function createSession(
  tx: Transaction,
  { clock, ids }: ClassroomTools,
  { reach, teacher, actor }: ClassroomCaller,
  input: ClassroomSessionInput,
): Promise<ClassroomSessionRecord> {
  if (teacher !== null && accountKey(input.teacher) !== teacher) throw notYours();
  const now = clock.now();
  const startsAt = readStart(input.startsAt, now);
  const allowedUrls = readAllowedUrls(input.allowedUrls ?? []);
  const members = await readMembers(tx, reach, input);
  const session = await tx.classroomSessions.create({
    id: ids.next('cls'),
    organisationId: reach.organisationId,
    name: input.name.trim(),
    teacher: input.teacher,
    ...members,
    startsAt,
    durationMinutes: input.durationMinutes,
    endsAt: startsAt + input.durationMinutes * MINUTE_MS,
    mode: input.mode ?? 'open',
    allowedUrls,
    status: 'scheduled',
    endedAt: null,
    createdBy: actor,
    createdAt: now,
    updatedAt: now,
    version: 1,
  });
  if (startsAt <= now) return (await beginSession(tx, session, startsAt)) ?? session;
  await tellDevices(tx, session);
  return session;
}

/**
 * Changes a session that has not ended. @throws Fault conflict when it has, unprocessable when its end would lie in the past, validation_failed
 */
export async function changeSession(
  tx: Transaction,
  { clock }: Pick<ClassroomTools, 'clock'>,
  session: ClassroomSessionRecord,
  patch: ClassroomSessionPatch,
): Promise<ClassroomSessionRecord> {
  const now = clock.now();
  requireOpen(session, now);
  const { name, mode, durationMinutes, allowedUrls } = patch;
  const changes = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(mode === undefined ? {} : { mode }),
    ...(allowedUrls === undefined ? {} : { allowedUrls: readAllowedUrls(allowedUrls) }),
    ...(durationMinutes === undefined ? {} : { durationMinutes }),
  };
  if (durationMinutes !== undefined && session.startsAt + durationMinutes * MINUTE_MS <= now) {
    const detail = 'The session would have ended already; POST …/end ends it now.';
    throw new Fault('unprocessable', detail, {
      extras: { errors: [{ in: 'body', pointer: '#/durationMinutes', code: 'past_end', detail }] },
    });
  }
  if (!differs(session, changes)) return session;
  const changed = await tx.classroomSessions.update(session.organisationId, session.id, changes, now);
  if (changed === null) throw isOver();
  await tellDevices(tx, changed);
  return changed;
}

/** Ends a running session, or cancels one that has not begun. A session that is over stays as it is. */
export async function stopSession(
  tx: Transaction,
  { clock }: Pick<ClassroomTools, 'clock'>,
  session: ClassroomSessionRecord,
): Promise<ClassroomSessionRecord> {
  const at = clock.now();
  switch (session.status) {
    case 'scheduled':
      return (await cancelSession(tx, session, at)) ?? session;
    case 'active':
      return (
        (await endSession(tx, session, { at: Math.min(at, session.endsAt), reason: 'ended' })) ?? session
      );
    case 'ended':
    case 'cancelled':
      return session;
  }
}

/** A session with the conflicts in which it loses. */
export async function showSession(
  { classroomSessions }: Pick<Repositories, 'classroomSessions'>,
  session: ClassroomSessionRecord,
): Promise<ClassroomSession> {
  return toClassroomSession(session, await classroomSessions.conflictsOf([session.id]));
}

function notYours(): Fault {
  const detail = 'A teacher makes only sessions of their own.';
  return new Fault('unprocessable', detail, {
    extras: { errors: [{ in: 'body', pointer: '#/teacher', code: 'not_yours', detail }] },
  });
}

/** Refuses a session that is over. Its time may be over before it has been marked as ended. */
function requireOpen({ status, endsAt }: ClassroomSessionRecord, now: number): void {
  if (status === 'ended' || status === 'cancelled' || endsAt <= now) throw isOver();
}

function isOver(): Fault {
  return new Fault('conflict', 'The session is over; make a new one.');
}

function differs(session: ClassroomSessionRecord, changes: Partial<ClassroomSessionRecord>): boolean {
  const before = session as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(changes).some(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
}
