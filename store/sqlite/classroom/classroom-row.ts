import type { ClassroomSessionId, DeviceId, OuId } from '../../../contracts/ids.ts';
import { textKey } from '../../../kit/text-key.ts';
import type { ClassroomSessionRecord, SessionMode, SessionStatus } from '../../ports/classroom.ts';

/** A row of `classroom_sessions`, with the path of its unit as it is today. */
export interface ClassroomSessionRow {
  readonly id: ClassroomSessionId;
  readonly organisation_id: number;
  readonly name: string;
  readonly name_key: string;
  readonly teacher: string;
  readonly teacher_key: string;
  readonly ou_id: OuId | null;
  readonly ou_path: string | null;
  readonly path_today: string | null;
  readonly place_ou_id: OuId;
  readonly starts_at: number;
  readonly duration_minutes: number;
  readonly ends_at: number;
  readonly mode: SessionMode;
  readonly allowed_urls: string;
  readonly status: SessionStatus;
  readonly ended_at: number | null;
  readonly due_at: number | null;
  readonly created_by: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Names in a query that selects `ClassroomSessionRow`s from `classroom_sessions`. */
export const SESSION_COLUMNS =
  'classroom_sessions.*, (SELECT path FROM ous WHERE ous.id = classroom_sessions.ou_id) AS path_today';

/** The columns that a session fills. */
export const SESSION_PARAMETERS = [
  'id',
  'organisation_id',
  'name',
  'name_key',
  'teacher',
  'teacher_key',
  'ou_id',
  'ou_path',
  'place_ou_id',
  'starts_at',
  'duration_minutes',
  'ends_at',
  'mode',
  'allowed_urls',
  'status',
  'ended_at',
  'due_at',
  'created_by',
  'created_at',
  'updated_at',
  'version',
] as const;

export interface Members {
  readonly studentEmails: readonly string[];
  readonly deviceIds: readonly DeviceId[];
}

export function sessionOf(row: ClassroomSessionRow, members: Members): ClassroomSessionRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    teacher: row.teacher,
    ...members,
    ouId: row.ou_id,
    ouPath: row.path_today ?? row.ou_path,
    placeOuId: row.place_ou_id,
    startsAt: row.starts_at,
    durationMinutes: row.duration_minutes,
    endsAt: row.ends_at,
    mode: row.mode,
    allowedUrls: JSON.parse(row.allowed_urls),
    status: row.status,
    endedAt: row.ended_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/** A session as parameters named like the columns. */
export function sessionParameters(
  session: ClassroomSessionRecord,
): Record<(typeof SESSION_PARAMETERS)[number], string | number | null> {
  return {
    id: session.id,
    organisation_id: session.organisationId,
    name: session.name,
    name_key: textKey(session.name),
    teacher: session.teacher,
    teacher_key: textKey(session.teacher),
    ou_id: session.ouId,
    ou_path: session.ouPath,
    place_ou_id: session.placeOuId,
    starts_at: session.startsAt,
    duration_minutes: session.durationMinutes,
    ends_at: session.endsAt,
    mode: session.mode,
    allowed_urls: JSON.stringify(session.allowedUrls),
    status: session.status,
    ended_at: session.endedAt,
    due_at: dueAt(session),
    created_by: session.createdBy,
    created_at: session.createdAt,
    updated_at: session.updatedAt,
    version: session.version,
  };
}

/** When its next step is due. */
function dueAt({ status, startsAt, endsAt }: ClassroomSessionRecord): number | null {
  switch (status) {
    case 'scheduled':
      return startsAt;
    case 'active':
      return endsAt;
    case 'ended':
    case 'cancelled':
      return null;
  }
}
