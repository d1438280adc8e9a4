import { toUser } from '../../store/views/user.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { updateUser as update, userNotes } from './users.ts';

export const updateUser = defineRoute({
  method: 'PATCH',
  path: '/v1/users/{id}',
  operationId: 'updateUser',
  summary: 'Change a user',
  tag: 'Users',
  scope: 'users:write',
  extension: true,
  params: idParams('usr'),
  body: ref('UserPatch'),
  responses: { 200: ref('User') },
  faults: ['not_found', 'already_exists', 'ou_not_permitted', 'precondition_failed', 'unprocessable'],
  handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const call = { reach: reachOf(caller), id: params.id, now: clock.now(), checkVersion: checkIfMatch };
      const write = await update(tx, call, body);
      return {
        status: 200,
        body: toUser(write.user),
        version: write.user.version,
        audit: userNotes(write),
      };
    }),
});
