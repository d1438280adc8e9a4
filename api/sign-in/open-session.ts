import { Fault } from '../../kit/fault.ts';
import { sha256 } from '../../kit/signing.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { isValid, type OpenedSession } from '../http/authentication/sessions.ts';

/** The present session of a cookie. @throws Fault session_ended when there is none any more */
export async function openSessionOf(
  { sessions }: Pick<Repositories, 'sessions'>,
  secret: string | undefined,
  now: number,
): Promise<OpenedSession> {
  const session = secret === undefined ? null : await sessions.session(sha256(secret));
  if (secret === undefined || session === null || !isValid(session, now))
    throw new Fault('session_ended', 'The dashboard session has ended; sign in again.');
  return { secret, session };
}
