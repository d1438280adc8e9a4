import type { BundleSession } from '../../contracts/policy/model.ts';
import { textKey } from '../../kit/text-key.ts';
import type { SessionInForce } from '../ports/classroom.ts';
import { isWithinOu } from './ou-path.ts';

/** For whom a session is asked about: a device, a person, or both. Addresses are compared without regard to case. */
export interface SessionSubject {
  readonly deviceId: string | null;
  readonly deviceOuPath: string | null;
  readonly user: string | null;
  readonly userOuPath: string | null;
}

/**
 * A session as the subject has it: `students` is null where it claims the device, whoever is signed in, and names the person where it
 * claims the person alone. Null when it claims neither.
 */
export function bundleSession(session: SessionInForce, subject: SessionSubject): BundleSession | null {
  const { id, mode, allowedUrls, startsAt, endsAt } = session;
  const told = { id, mode, allowedUrls, startsAt, endsAt };
  if (claimsDevice(session, subject)) return { ...told, students: null };
  const user = subject.user === null ? null : textKey(subject.user);
  if (user !== null && claimsPerson(session, user, subject.userOuPath)) return { ...told, students: [user] };
  return null;
}

function claimsDevice({ deviceIds, ouPath }: SessionInForce, subject: SessionSubject): boolean {
  if (subject.deviceId === null) return false;
  if (deviceIds.some((id) => id === subject.deviceId)) return true;
  return ouPath !== null && subject.deviceOuPath !== null && isWithinOu(subject.deviceOuPath, ouPath);
}

function claimsPerson(
  { studentEmails, ouPath }: SessionInForce,
  user: string,
  userOuPath: string | null,
): boolean {
  if (studentEmails.includes(user)) return true;
  return ouPath !== null && userOuPath !== null && isWithinOu(userOuPath, ouPath);
}
