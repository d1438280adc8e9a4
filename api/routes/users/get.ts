import { toUser } from '../../../store/views/user.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schema-ref.ts';
import { reachOf } from '../../services/reach.ts';
import { userInReach } from '../../services/users.ts';
import { idParams } from '../parts.ts';

export const getUser = defineRoute({
  method: 'GET',
  path: '/v1/users/{id}',
  operationId: 'getUser',
  summary: 'Get one user',
  tag: 'Users',
  scope: 'users:read',
  extension: true,
  params: idParams('usr'),
  responses: { 200: ref('User') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const user = await userInReach(store, reachOf(caller), params.id);
    return { status: 200, body: toUser(user), version: user.version };
  },
});
