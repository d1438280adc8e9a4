import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { type SignInTools, acceptInvite as setPassword } from './password-sign-in.ts';
import { toSession } from './session-view.ts';

export const acceptInvite = defineRoute({
  method: 'POST',
  path: '/v1/session/invite',
  operationId: 'acceptInvite',
  summary: 'Set a password with the token of an invitation, and sign in',
  tag: 'Accounts',
  scope: null,
  open: true,
  extension: true,
  body: ref('InviteAcceptance'),
  responses: { 201: ref('Session') },
  handle: async ({ body, client }, tools: SignInTools) => {
    const opened = await setPassword(tools, body, client);
    return {
      status: 201,
      body: toSession(opened),
      headers: { location: '/v1/session' },
      cookies: client.signedInCookies(opened),
    };
  },
});
