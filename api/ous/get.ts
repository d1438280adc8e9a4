import { toOu } from '../../store/views/ou.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { countsOf, ouInReach } from './ous.ts';

export const getOu = defineRoute({
  method: 'GET',
  path: '/v1/ous/{id}',
  operationId: 'getOu',
  summary: 'Get one organisational unit',
  tag: 'Organisational units',
  scope: 'users:read',
  extension: true,
  params: idParams('ou'),
  responses: { 200: ref('Ou') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const unit = await ouInReach(store, reachOf(caller), params.id);
    return { status: 200, body: toOu(unit, await countsOf(store, unit)), version: unit.updatedAt };
  },
});
