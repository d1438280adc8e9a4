import type { Session } from '../../contracts/rest/accounts.ts';
import { ROLE_SCOPES } from '../../contracts/roles.ts';
import { toAccount } from '../../store/views/account.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { csrfTokenOf, type OpenedSession } from '../http/authentication/sessions.ts';

/** A session as the person who is signed in sees it, with the token for calls that change something. */
export function toSession({ secret, session }: OpenedSession): Session {
  const { account } = session;
  return {
    account: toAccount(account),
    role: account.role,
    scopes: [...ROLE_SCOPES[account.role]],
    ou: account.ouPath,
    method: session.method,
    csrfToken: csrfTokenOf(secret),
    createdAt: timestamp(session.createdAt),
    expiresAt: timestamp(session.expiresAt),
  };
}
