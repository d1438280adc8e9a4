import { ROLES } from '../../contracts/roles.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { openSessionOf } from './own-session.ts';
import { toSession } from './session-view.ts';

export const getSession = defineRoute({
  method: 'GET',
  path: '/v1/session',
  operationId: 'getSession',
  summary: 'Who is signed in, and what they may do',
  tag: 'Accounts',
  scope: null,
  roles: ROLES,
  extension: true,
  responses: { 200: ref('Session') },
  handle: async ({ client }, { store, clock }) => ({
    status: 200,
    body: toSession(await openSessionOf(store, client.sessionSecret, clock.now())),
  }),
});
