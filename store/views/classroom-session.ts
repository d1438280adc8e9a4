import type { ClassroomSession } from '../../contracts/rest/classroom.ts';
import type { ClassroomSessionRecord, SessionConflict } from '../ports/classroom.ts';
import { timestamp } from './timestamp.ts';

/** A classroom session as API users see it, with the conflicts in which a later session has taken students or devices from it. */
export function toClassroomSession(
  record: ClassroomSessionRecord,
  conflicts: readonly SessionConflict[],
): ClassroomSession {
  return {
    id: record.id,
    name: record.name,
    teacher: record.teacher,
    studentEmails: [...record.studentEmails],
    ou: record.ouPath,
    deviceIds: [...record.deviceIds],
    startsAt: timestamp(record.startsAt),
    durationMinutes: record.durationMinutes,
    endsAt: timestamp(record.endsAt),
    mode: record.mode,
    allowedUrls: [...record.allowedUrls],
    status: record.status,
    endedAt: record.endedAt === null ? null : timestamp(record.endedAt),
    conflicts: conflicts.filter(({ sessionId }) => sessionId === record.id).map(toConflict),
    createdBy: record.createdBy,
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}

/** A conflict as the earlier session shows it. */
export function toConflict(conflict: SessionConflict): ClassroomSession['conflicts'][number] {
  return {
    sessionId: conflict.bySessionId,
    teacher: conflict.byTeacher,
    studentEmails: [...conflict.studentEmails],
    deviceIds: [...conflict.deviceIds],
    since: timestamp(conflict.since),
    endedAt: conflict.endedAt === null ? null : timestamp(conflict.endedAt),
  };
}
