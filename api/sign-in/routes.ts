import type { Session } from '../../contracts/rest/accounts.ts';
import { ROLE_SCOPES, ROLES } from '../../contracts/roles.ts';
import { toAccount } from '../../store/views/account.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import type { Permitted } from '../http/authentication/permission.ts';
import { csrfTokenOf, type OpenedSession } from '../http/authentication/sessions.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { openSessionOf } from './open-session.ts';
import { acceptInvite, changePassword, type SignInTools, signInByPassword } from './password-sign-in.ts';

/** Tools of the endpoints that show a session. */
export interface SessionRouteTools extends RouteTools, SignInTools {
  readonly store: RouteTools['store'];
  /** The ids of the operations that the role of a person opens, in the order of the API. */
  readonly permittedOperations: (who: Permitted) => readonly string[];
}

/** The endpoints of signing in and out. */
export const SIGN_IN_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/v1/session',
    operationId: 'signIn',
    summary: 'Sign in to the dashboard with an e-mail address and a password',
    description:
      'The answer sets the session cookie. An account with a second factor also needs `code`: without it the answer is 401 `second_factor_required`. After some failures the next attempt has to wait: 429.',
    tag: 'Accounts',
    scope: null,
    open: true,
    extension: true,
    body: ref('SignIn'),
    secretAnswer: true,
    responses: { 201: ref('Session') },
    faults: ['wrong_credentials', 'second_factor_required', 'unavailable'],
    handle: async ({ body, client }, tools: SessionRouteTools) => {
      const opened = await signInByPassword(tools, body, client);
      return {
        status: 201,
        body: toSession(opened, tools),
        headers: { location: '/v1/session' },
        cookies: client.signedInCookies(opened),
      };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/session',
    operationId: 'getSession',
    summary: 'Who is signed in, and what they may do',
    tag: 'Accounts',
    scope: null,
    roles: ROLES,
    extension: true,
    secretAnswer: true,
    responses: { 200: ref('Session') },
    handle: async ({ client }, tools: SessionRouteTools) => {
      const opened = await openSessionOf(tools.store, client.sessionSecret, tools.clock.now());
      return { status: 200, body: toSession(opened, tools) };
    },
  }),

  defineRoute({
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
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/session/password',
    operationId: 'changePassword',
    urgent: true,
    summary: 'Set your own password; every session of the account ends, and a new one is opened here',
    tag: 'Accounts',
    scope: null,
    roles: ROLES,
    extension: true,
    unrepeatable: true,
    secretAnswer: true,
    body: ref('PasswordChange'),
    responses: { 200: ref('Session') },
    faults: ['wrong_credentials', 'conflict', 'unavailable'],
    handle: async ({ body, client }, tools: SessionRouteTools) => {
      const { session } = await openSessionOf(tools.store, client.sessionSecret, tools.clock.now());
      const opened = await changePassword(tools, session.account, { given: body, from: client });
      return {
        status: 200,
        body: toSession(opened, tools),
        cookies: client.signedInCookies(opened),
      };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/session/invite',
    operationId: 'acceptInvite',
    summary: 'Set a password with the token of an invitation, and sign in',
    tag: 'Accounts',
    scope: null,
    open: true,
    extension: true,
    body: ref('InviteAcceptance'),
    secretAnswer: true,
    responses: { 201: ref('Session') },
    faults: ['invalid_invitation', 'unavailable'],
    handle: async ({ body, client }, tools: SessionRouteTools) => {
      const opened = await acceptInvite(tools, body, client);
      return {
        status: 201,
        body: toSession(opened, tools),
        headers: { location: '/v1/session' },
        cookies: client.signedInCookies(opened),
      };
    },
  }),
];

/** A session as its own person sees it, with the token for calls that change something. */
function toSession(
  { secret, session }: OpenedSession,
  { permittedOperations }: Pick<SessionRouteTools, 'permittedOperations'>,
): Session {
  const { account } = session;
  const scopes = ROLE_SCOPES[account.role];
  return {
    account: toAccount(account),
    role: account.role,
    scopes: [...scopes],
    operations: [...permittedOperations({ role: account.role, scopes })],
    ou: account.ouPath,
    method: session.method,
    csrfToken: csrfTokenOf(secret),
    createdAt: timestamp(session.createdAt),
    expiresAt: timestamp(session.expiresAt),
  };
}
