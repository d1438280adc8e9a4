import { toPolicy } from '../../store/views/policy.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf } from '../input/reach.ts';
import { createPolicy as create, type PolicyTools } from './policies.ts';

export const createPolicy = defineRoute({
  method: 'POST',
  path: '/v1/policies',
  operationId: 'createPolicy',
  summary: 'Create a policy',
  description:
    'Only `name` is required; a policy without a target is for nobody. A key that is limited to a unit must name somebody in it, and nobody else.',
  tag: 'Policies',
  scope: 'policies:write',
  personal: true,
  extension: false,
  body: ref('PolicyInput'),
  responses: { 201: ref('Policy') },
  faults: ['ou_not_permitted', 'unprocessable'],
  handle: ({ body, caller, transact }, tools: PolicyTools) =>
    transact(async (tx) => {
      const { timezone } = caller;
      const policy = await create(tx, tools, { reach: reachOf(caller), timezone, input: body });
      const after = toPolicy(policy);
      return {
        status: 201,
        body: after,
        headers: { location: `/v1/policies/${policy.id}` },
        version: policy.version,
        audit: { action: 'policy.created', target: policy.id, after },
      };
    }),
});
