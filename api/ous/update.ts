import { toOu } from '../../store/views/ou.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { countsOf, updateOu as update } from './ous.ts';

export const updateOu = defineRoute({
  method: 'PATCH',
  path: '/v1/ous/{id}',
  operationId: 'updateOu',
  summary: 'Rename or move an organisational unit',
  description:
    'All below it changes its path with it, and keys that are limited to one of them follow. What is stored about the past keeps the path of its time.',
  tag: 'Organisational units',
  scope: 'users:write',
  extension: true,
  params: idParams('ou'),
  body: ref('OuPatch'),
  responses: { 200: ref('Ou') },
  faults: ['not_found', 'already_exists', 'ou_not_permitted', 'precondition_failed', 'unprocessable'],
  handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const call = { reach: reachOf(caller), id: params.id, now: clock.now(), checkVersion: checkIfMatch };
      const { before, after } = await update(tx, call, body);
      const counts = await countsOf(tx, after);
      const shown = toOu(after, counts);
      return {
        status: 200,
        body: shown,
        version: after.updatedAt,
        audit:
          after.updatedAt === before.updatedAt
            ? []
            : { action: 'ou.updated', target: after.id, before: toOu(before, counts), after: shown },
      };
    }),
});
