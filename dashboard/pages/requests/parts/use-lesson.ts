import { useQuery } from '@tanstack/react-query';
import type { AccessRequest, ClassroomSession } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { lessonsNow } from '../queries.ts';

/** The lesson that the laptop of a request is in now. Undefined = it cannot be told, as the person may not read lessons. */
export function useLesson(request: AccessRequest): ClassroomSession | null | undefined {
  const may = useMay();
  const lessons = useQuery({ ...lessonsNow, enabled: may('listClassroomSessions') });
  if (lessons.data === undefined) return undefined;
  const claiming = lessons.data.filter((lesson) => claims(lesson, request));
  const byStart = claiming.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  return byStart.at(-1) ?? null;
}

function claims(
  { deviceIds, studentEmails, ou }: ClassroomSession,
  { deviceId, user, ou: unit }: AccessRequest,
): boolean {
  if (deviceIds.includes(deviceId)) return true;
  if (user !== null && studentEmails.includes(user.toLowerCase())) return true;
  return ou !== null && (ou === '/' || unit === ou || unit.startsWith(`${ou}/`));
}
