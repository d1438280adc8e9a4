import { toUser } from '../../store/views/user.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { userInReach } from './users.ts';

export const getUser = defineRoute({
  method: 'GET',
  path: '/v1/users/{id}',
  operationId: 'getUser',
  summary: 'Get one user',
  tag: 'Users',
  scope: 'users:read',
  extension: true,
  params: idParams('usr'),
  view: { action: 'users.viewed', keysTogether: true },
  responses: { 200: ref('User') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const user = await userInReach(store, reachOf(caller), params.id);
    return { status: 200, body: toUser(user), version: user.version };
  },
});
