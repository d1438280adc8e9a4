import { toPolicy } from '../../store/views/policy.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { policyInReach } from './policies.ts';

export const getPolicy = defineRoute({
  method: 'GET',
  path: '/v1/policies/{id}',
  operationId: 'getPolicy',
  summary: 'Get one policy',
  tag: 'Policies',
  scope: 'policies:read',
  personal: true,
  extension: true,
  params: idParams('pol'),
  responses: { 200: ref('Policy') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const policy = await policyInReach(store, reachOf(caller), params.id);
    return { status: 200, body: toPolicy(policy), version: policy.version };
  },
});
