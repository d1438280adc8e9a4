import type { ClassroomSessionRecord, SessionChanges, SessionStatus } from '../ports/classroom.ts';

export const MINUTE_MS = 60_000;

/** The status that each step begins from. */
const FROM: Readonly<Record<'active' | 'ended' | 'cancelled', SessionStatus>> = {
  active: 'scheduled',
  ended: 'active',
  cancelled: 'scheduled',
};

/** A session after a step; null when the step is not allowed from its status. */
export function sessionAfterStep(
  session: ClassroomSessionRecord,
  { to, at }: { readonly to: keyof typeof FROM; readonly at: number },
): ClassroomSessionRecord | null {
  if (session.status !== FROM[to]) return null;
  return {
    ...session,
    status: to,
    endedAt: to === 'active' ? null : at,
    updatedAt: Math.max(session.updatedAt, at),
    version: session.version + 1,
  };
}

/** A session after a change; null when it has ended. */
export function changedSession(
  session: ClassroomSessionRecord,
  changes: SessionChanges,
  now: number,
): ClassroomSessionRecord | null {
  if (session.status !== 'scheduled' && session.status !== 'active') return null;
  const durationMinutes = changes.durationMinutes ?? session.durationMinutes;
  return {
    ...session,
    name: changes.name ?? session.name,
    mode: changes.mode ?? session.mode,
    allowedUrls: changes.allowedUrls ?? session.allowedUrls,
    durationMinutes,
    endsAt: session.startsAt + durationMinutes * MINUTE_MS,
    updatedAt: now,
    version: session.version + 1,
  };
}
