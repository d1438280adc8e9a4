import { toPolicy } from '../../store/views/policy.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { type PolicyTools, updatePolicy as update } from './policies.ts';

export const updatePolicy = defineRoute({
  method: 'PATCH',
  path: '/v1/policies/{id}',
  operationId: 'updatePolicy',
  summary: 'Update a policy',
  description:
    'A merge patch (RFC 7396): arrays are replaced whole, absent members of `target` and `schedule` stay. A rule that is sent with its id keeps it; one without gets a new one.',
  tag: 'Policies',
  scope: 'policies:write',
  personal: true,
  extension: false,
  params: idParams('pol'),
  body: ref('PolicyPatch'),
  responses: { 200: ref('Policy') },
  faults: ['not_found', 'ou_not_permitted', 'precondition_failed', 'unprocessable'],
  handle: ({ params, body, caller, checkIfMatch, transact }, tools: PolicyTools) =>
    transact(async (tx) => {
      const { timezone } = caller;
      const call = { reach: reachOf(caller), id: params.id, checkVersion: checkIfMatch, timezone };
      const { before, after } = await update(tx, tools, call, body);
      const shown = toPolicy(after);
      const changed = after.version !== before.version;
      return {
        status: 200,
        body: shown,
        version: after.version,
        ...(changed
          ? {
              audit: { action: 'policy.updated', target: after.id, before: toPolicy(before), after: shown },
            }
          : {}),
      };
    }),
});
