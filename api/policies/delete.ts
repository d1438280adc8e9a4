import { toPolicy } from '../../store/views/policy.ts';
import { defineRoute } from '../http/route.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { deletePolicy as remove } from './policies.ts';

export const deletePolicy = defineRoute({
  method: 'DELETE',
  path: '/v1/policies/{id}',
  operationId: 'deletePolicy',
  summary: 'Delete a policy',
  description: 'The built-in default policy can be changed, not deleted.',
  tag: 'Policies',
  scope: 'policies:write',
  extension: false,
  params: idParams('pol'),
  responses: { 204: null },
  faults: ['not_found', 'precondition_failed', 'policy_in_use'],
  handle: ({ params, caller, checkIfMatch, transact }, tools) =>
    transact(async (tx) => {
      const call = { reach: reachOf(caller), id: params.id, checkVersion: checkIfMatch };
      const policy = await remove(tx, tools, call);
      return {
        status: 204,
        audit: { action: 'policy.deleted', target: policy.id, before: toPolicy(policy) },
      };
    }),
});
