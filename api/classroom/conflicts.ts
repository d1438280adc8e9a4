import type { DeviceId } from '../../contracts/ids.ts';
import type { ClassroomSessionRecord, SessionConflict } from '../../store/ports/classroom.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import { toClassroomSession, toConflict } from '../../store/views/classroom-session.ts';

/** Most listed names. A session that takes over a whole unit need not name each laptop. */
const LISTED = 500;

/** The students and devices that two sessions both claim. */
interface Shared {
  readonly studentEmails: readonly string[];
  readonly deviceIds: readonly DeviceId[];
}

/**
 * Notes the conflicts of a session that has begun. Of two sessions with the same student or device the one with the later start wins. Each
 * conflict is noted with the losing session, and an event tells its teacher.
 */
export async function noteConflicts(
  tx: Transaction,
  session: ClassroomSessionRecord,
  at: number,
): Promise<void> {
  const running = await tx.classroomSessions.active(session.organisationId);
  const others = running.filter(({ id, endsAt }) => id !== session.id && endsAt > session.startsAt);
  if (others.length === 0) return;
  const mine = new Set(await tx.classroomSessions.claimedDevices(session.id));
  for (const other of others) {
    const shared = await sharedBy(tx, { session, devices: mine }, other);
    if (shared === null) continue;
    const [loser, winner] = startsBefore(other, session) ? [other, session] : [session, other];
    await tx.classroomSessions.noteConflict({
      sessionId: loser.id,
      bySessionId: winner.id,
      ...shared,
      since: at,
    });
    await announce(tx, loser, winner, at);
  }
}

async function announce(
  tx: Transaction,
  loser: ClassroomSessionRecord,
  winner: ClassroomSessionRecord,
  at: number,
): Promise<void> {
  const conflicts = await tx.classroomSessions.conflictsOf([loser.id]);
  const conflict = conflicts.find(({ bySessionId }: SessionConflict) => bySessionId === winner.id);
  if (conflict === undefined) return;
  await tx.events.append({
    type: 'classroom.session_conflict',
    organisationId: loser.organisationId,
    at,
    data: { session: toClassroomSession(loser, conflicts), conflict: toConflict(conflict) },
  });
}

/** Whether session `a` starts before `b`. Of two with the same start, the one made first starts first. */
function startsBefore(a: ClassroomSessionRecord, b: ClassroomSessionRecord): boolean {
  return a.startsAt < b.startsAt || (a.startsAt === b.startsAt && a.id < b.id);
}

async function sharedBy(
  tx: Transaction,
  { session, devices }: { readonly session: ClassroomSessionRecord; readonly devices: ReadonlySet<DeviceId> },
  other: ClassroomSessionRecord,
): Promise<Shared | null> {
  const deviceIds = (await tx.classroomSessions.claimedDevices(other.id)).filter((id) => devices.has(id));
  const studentEmails = await sharedStudents(tx, session, other);
  if (deviceIds.length === 0 && studentEmails.length === 0) return null;
  return { deviceIds: deviceIds.slice(0, LISTED), studentEmails: studentEmails.slice(0, LISTED) };
}

async function sharedStudents(
  tx: Transaction,
  a: ClassroomSessionRecord,
  b: ClassroomSessionRecord,
): Promise<readonly string[]> {
  if (a.studentEmails.length === 0 && b.studentEmails.length === 0) return [];
  if (a.studentEmails.length === 0) return sharedStudents(tx, b, a);
  if (b.studentEmails.length > 0) {
    const theirs = new Set(b.studentEmails);
    return a.studentEmails.filter((email) => theirs.has(email));
  }
  if (b.ouPath === null) return [];
  const shared: string[] = [];
  for (const email of a.studentEmails) {
    const user = await tx.users.byEmail(a.organisationId, email);
    if (user !== null && isWithinOu(user.ouPath, b.ouPath)) shared.push(email);
  }
  return shared;
}
