import type { ClassroomSessionRecord } from '../../store/ports/classroom.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toClassroomSession } from '../../store/views/classroom-session.ts';
import { endOverride } from '../overrides/end-override.ts';
import { noteConflicts } from './conflicts.ts';

/** The most overrides that one session has at a time; more than a lesson's teacher gives. */
const OVERRIDES_OF_SESSION = 200;

/** A session begins, once: it is active, who loses by it is told, and its devices get it. Null when somebody else has done it. */
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

/** A session that runs ends, once. @param end `time`: its time was over; `ended`: somebody ended it */
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

/** A session that has not begun is taken back. */
export async function cancelSession(
  tx: Transaction,
  session: ClassroomSessionRecord,
  at: number,
): Promise<ClassroomSessionRecord | null> {
  const cancelled = await tx.classroomSessions.advance(session.id, { to: 'cancelled', at });
  if (cancelled !== null) await tellDevices(tx, cancelled);
  return cancelled;
}

/** Something about it has changed: every device that it claims gets a new target state, and its next moment is looked for. */
export async function tellDevices(tx: Transaction, { id }: ClassroomSessionRecord): Promise<void> {
  for (const deviceId of await tx.classroomSessions.touchDevices(id)) tx.wake({ kind: 'device', deviceId });
  tx.wake({ kind: 'due_changes' });
}

/** As it stands after all that the transaction did to it. */
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

/** An override for a session means nothing without it. */
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
