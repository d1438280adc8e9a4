import { toOu } from '../../store/views/ou.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf } from '../input/reach.ts';
import { createOu as create } from './ous.ts';

export const createOu = defineRoute({
  method: 'POST',
  path: '/v1/ous',
  operationId: 'createOu',
  summary: 'Create an organisational unit',
  tag: 'Organisational units',
  scope: 'users:write',
  extension: true,
  body: ref('OuInput'),
  responses: { 201: ref('Ou') },
  faults: ['already_exists', 'ou_not_permitted', 'unprocessable'],
  handle: ({ body, caller, transact }, { clock }) =>
    transact(async (tx) => {
      const unit = await create(tx, { reach: reachOf(caller), now: clock.now() }, body);
      return {
        status: 201,
        body: toOu(unit),
        headers: { location: `/v1/ous/${unit.id}` },
        version: unit.updatedAt,
        audit: { action: 'ou.created', target: unit.id, after: toOu(unit) },
      };
    }),
});
