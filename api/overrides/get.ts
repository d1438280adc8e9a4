import { toOverride } from '../../store/views/override.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { overrideInReach } from './overrides.ts';

export const getOverride = defineRoute({
  method: 'GET',
  path: '/v1/overrides/{id}',
  operationId: 'getOverride',
  summary: 'Get one override',
  tag: 'Overrides',
  scope: 'policies:read',
  alsoRoles: ['teacher'],
  extension: true,
  params: idParams('ovr'),
  view: { action: 'overrides.viewed', keysTogether: true },
  responses: { 200: ref('Override') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const override = await overrideInReach(store, reachOf(caller), params.id);
    return { status: 200, body: toOverride(override), version: override.updatedAt };
  },
});
