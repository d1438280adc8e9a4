import { Fault } from '../../kit/fault.ts';
import { sha256 } from '../../kit/signing.ts';
import type { Repositories } from '../../store/ports/store.ts';
import type { OpenedSession } from './sessions.ts';

/** The session behind a cookie that was checked already. @throws Fault missing_api_key when it has ended meanwhile */
export async function openSessionOf(
  { sessions }: Pick<Repositories, 'sessions'>,
  secret: string | undefined,
): Promise<OpenedSession> {
  const session = secret === undefined ? null : await sessions.session(sha256(secret));
  if (secret === undefined || session === null)
    throw new Fault('missing_api_key', 'The dashboard session has ended; sign in again.');
  return { secret, session };
}
