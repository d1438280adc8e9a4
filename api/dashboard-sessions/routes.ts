import { ROLES } from '../../contracts/roles.ts';
import type { SessionRecord } from '../../store/ports/accounts.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { toDashboardSession } from '../../store/views/dashboard-session.ts';
import { isValid } from '../http/authentication/sessions.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { openSessionOf } from '../sign-in/open-session.ts';

type SortField = 'createdAt' | 'lastUsedAt';

/** The endpoints of one's own dashboard sessions. */
export const DASHBOARD_SESSION_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard-sessions',
    operationId: 'listDashboardSessions',
    summary: 'List your own open sessions: since when, last used, and from where they were opened',
    description: '`lastUsedAt` is exact to a minute. The newest 500 at most.',
    tag: 'Accounts',
    scope: null,
    roles: ROLES,
    extension: true,
    list: { sortable: ['createdAt', 'lastUsedAt'], defaultSort: '-lastUsedAt' },
    responses: { 200: listOf('DashboardSession') },
    handle: async ({ client, page }, { store, clock }) => {
      const { current, open } = await ownSessions(store, client.sessionSecret, clock.now());
      return await page(
        {},
        (list: ListQuery<unknown, SortField>) => pageOfAll(open, list, (row, field) => row[field]),
        (session) => toDashboardSession(session, current),
      );
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/dashboard-sessions/{id}',
    operationId: 'endDashboardSession',
    summary: 'End one of your own sessions at once',
    tag: 'Accounts',
    scope: null,
    roles: ROLES,
    extension: true,
    params: idParams('ses'),
    responses: { 204: null },
    faults: ['not_found'],
    handle: ({ params, client, transact }, { clock }) =>
      transact(async (tx) => {
        const { current, open } = await ownSessions(tx, client.sessionSecret, clock.now());
        const session = open.find(({ id }) => id === params.id);
        if (session === undefined) throw notFound('session');
        await tx.sessions.deleteSession(session.hash);
        tx.wake({ kind: 'accounts' });
        return {
          status: 204,
          ...(session.id === current.id ? { cookies: [client.sessionCookie(null)] } : {}),
          audit: {
            action: 'session.ended',
            target: session.accountId,
            before: toDashboardSession(session, current),
          },
        };
      }),
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/dashboard-sessions/end-others',
    operationId: 'endOtherDashboardSessions',
    urgent: true,
    summary: 'End all of your sessions but this one at once',
    tag: 'Accounts',
    scope: null,
    roles: ROLES,
    extension: true,
    responses: { 204: null },
    handle: ({ client, transact }, { clock }) =>
      transact(async (tx) => {
        const { session } = await openSessionOf(tx, client.sessionSecret, clock.now());
        const ended = await tx.sessions.deleteSessionsOf(session.accountId, session.hash);
        tx.wake({ kind: 'accounts' });
        return {
          status: 204,
          audit: { action: 'session.others_ended', target: session.accountId, after: { ended } },
        };
      }),
  }),
];

/** The open sessions of whoever a cookie signs in. @throws Fault session_ended */
async function ownSessions(
  repositories: Pick<Repositories, 'sessions'>,
  secret: string | undefined,
  now: number,
): Promise<{ readonly current: SessionRecord; readonly open: readonly SessionRecord[] }> {
  const { session: current } = await openSessionOf(repositories, secret, now);
  const own = await repositories.sessions.sessionsOf(current.accountId);
  return { current, open: own.filter((session) => isValid(session, now)) };
}
