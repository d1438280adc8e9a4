import { ROLES } from '../../contracts/roles.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { openSessionOf } from './own-session.ts';
import { type SignInTools, changePassword as setPassword } from './password-sign-in.ts';
import { toSession } from './session-view.ts';

export const changePassword = defineRoute({
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
  body: ref('PasswordChange'),
  responses: { 200: ref('Session') },
  faults: ['conflict', 'unavailable'],
  handle: async ({ body, client }, tools: RouteTools & SignInTools) => {
    const { session } = await openSessionOf(tools.store, client.sessionSecret, tools.clock.now());
    const opened = await setPassword(tools, session.account, { given: body, from: client });
    return {
      status: 200,
      body: toSession(opened),
      cookies: client.signedInCookies(opened),
    };
  },
});
