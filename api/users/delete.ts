import { toUser } from '../../store/views/user.ts';
import { defineRoute } from '../http/route.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { deleteUser as remove } from './users.ts';

export const deleteUser = defineRoute({
  method: 'DELETE',
  path: '/v1/users/{id}',
  operationId: 'deleteUser',
  summary: 'Delete a user',
  description:
    'Removes the person from the roster. Logs and activity keep the address until their own retention ends.',
  tag: 'Users',
  scope: 'users:write',
  extension: true,
  params: idParams('usr'),
  responses: { 204: null },
  faults: ['not_found', 'precondition_failed'],
  handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const call = { reach: reachOf(caller), id: params.id, now: clock.now(), checkVersion: checkIfMatch };
      const user = await remove(tx, call);
      return { status: 204, audit: { action: 'user.deleted', target: user.id, before: toUser(user) } };
    }),
});
