import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { type SignInTools, signInByPassword } from './password-sign-in.ts';
import { toSession } from './session-view.ts';

export const signIn = defineRoute({
  method: 'POST',
  path: '/v1/session',
  operationId: 'signIn',
  summary: 'Sign in to the dashboard with an e-mail address and a password',
  description: 'The answer sets the session cookie. After some failures the next attempt has to wait: 429.',
  tag: 'Accounts',
  scope: null,
  open: true,
  extension: true,
  body: ref('SignIn'),
  responses: { 201: ref('Session') },
  handle: async ({ body, client }, tools: SignInTools) => {
    const opened = await signInByPassword(tools, body, client);
    return {
      status: 201,
      body: toSession(opened),
      headers: { location: '/v1/session' },
      cookies: client.signedInCookies(opened),
    };
  },
});
