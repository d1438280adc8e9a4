import { ROLES } from '../../contracts/roles.ts';
import { defineRoute } from '../http/route.ts';
import { openSessionOf } from './own-session.ts';

export const signOut = defineRoute({
  method: 'DELETE',
  path: '/v1/session',
  operationId: 'signOut',
  summary: 'Sign out: end this session at once',
  tag: 'Accounts',
  scope: null,
  roles: ROLES,
  extension: true,
  responses: { 204: null },
  handle: ({ client, transact }, { clock }) =>
    transact(async (tx) => {
      const { session } = await openSessionOf(tx, client.sessionSecret, clock.now());
      await tx.sessions.deleteSession(session.hash);
      tx.wake({ kind: 'accounts' });
      return {
        status: 204,
        headers: { 'set-cookie': client.sessionCookie(null) },
        audit: { action: 'session.ended', target: session.accountId },
      };
    }),
});
