import { Fault } from '../../kit/fault.ts';
import { sha256 } from '../../kit/signing.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { isValid, type OpenedSession } from '../http/authentication/sessions.ts';

/** The session behind a cookie, as it is now. @throws Fault missing_api_key when there is none, or it has ended */
export async function openSessionOf(
  { sessions }: Pick<Repositories, 'sessions'>,
  secret: string | undefined,
  now: number,
): Promise<OpenedSession> {
  const session = secret === undefined ? null : await sessions.session(sha256(secret));
  if (secret === undefined || session === null || !isValid(session, now))
    throw new Fault('missing_api_key', 'The dashboard session has ended; sign in again.');
  return { secret, session };
}
