import type { ClassroomSessionRecord } from '../../store/ports/classroom.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toClassroomSession } from '../../store/views/classroom-session.ts';
import { endOverride } from '../overrides/end-override.ts';
import { noteConflicts } from './conflicts.ts';

/** Most overrides of one session at a time; more than a teacher makes in a lesson. */
const OVERRIDES_OF_SESSION = 200;

/**
 * Begins a session, once. It becomes active, the losing sessions get their conflicts, and its devices get a new target state. Null = it has
 * been begun already.
 */
export async function beginSession(
  tx: Transaction,
  session: ClassroomSessionRecord,
  at: number,
): Promise<ClassroomSessionRecord | null> {
  const begun = await tx.classroomSessions.advance(session.id, { to: 'active', at });
  if (begun === null) return null;
  await tellDevices(tx, begun);
  await append(tx, 'classroom.session_started', begun, { at });
  await noteConflicts(tx, begun, at);
  return await fresh(tx, begun);
}

/** Ends a running session, once. @param end `time`: its time was over; `ended`: somebody ended it */
export async function endSession(
  tx: Transaction,
  session: ClassroomSessionRecord,
  { at, reason }: { readonly at: number; readonly reason: 'time' | 'ended' },
): Promise<ClassroomSessionRecord | null> {
  const ended = await tx.classroomSessions.advance(session.id, { to: 'ended', at });
  if (ended === null) return null;
  await tellDevices(tx, ended);
  await endOverridesOf(tx, ended, at);
  await tx.classroomSessions.endConflicts(ended.id, at);
  await append(tx, 'classroom.session_ended', ended, { at, reason });
  return await fresh(tx, ended);
}

/** Cancels a session that has not begun. */
export async function cancelSession(
  tx: Transaction,
  session: ClassroomSessionRecord,
  at: number,
): Promise<ClassroomSessionRecord | null> {
  const cancelled = await tx.classroomSessions.advance(session.id, { to: 'cancelled', at });
  if (cancelled !== null) await tellDevices(tx, cancelled);
  return cancelled;
}

/** Gives every device that a changed session claims a new target state, and looks for the next due moment. */
export async function tellDevices(tx: Transaction, { id }: ClassroomSessionRecord): Promise<void> {
  for (const deviceId of await tx.classroomSessions.touchDevices(id)) tx.wake({ kind: 'device', deviceId });
  tx.wake({ kind: 'due_changes' });
}

/** The session as it stands after all changes of the transaction. */
async function fresh(tx: Transaction, session: ClassroomSessionRecord): Promise<ClassroomSessionRecord> {
  return (await tx.classroomSessions.get(session.organisationId, session.id)) ?? session;
}

async function append(
  tx: Transaction,
  type: 'classroom.session_started' | 'classroom.session_ended',
  session: ClassroomSessionRecord,
  { at, ...more }: { readonly at: number; readonly reason?: string },
): Promise<void> {
  const { organisationId, id } = session;
  const conflicts = await tx.classroomSessions.conflictsOf([id]);
  const data = { session: toClassroomSession(session, conflicts), ...more };
  await tx.events.append({ type, organisationId, at, data });
}

/** Ends the overrides of a session; they mean nothing without it. */
async function endOverridesOf(
  tx: Transaction,
  { organisationId, id }: ClassroomSessionRecord,
  at: number,
): Promise<void> {
  const { rows } = await tx.overrides.list({
    organisationId,
    filter: { scopeType: ['session'], scopeId: [id], status: ['active'] },
    sort: [],
    limit: OVERRIDES_OF_SESSION,
    from: { kind: 'page', page: 1 },
  });
  for (const override of rows) await endOverride(tx, override, { by: 'expired', at });
}
