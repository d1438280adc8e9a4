import { toOu } from '../../store/views/ou.ts';
import { defineRoute } from '../http/route.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf } from '../input/reach.ts';
import { deleteOu as remove } from './ous.ts';

export const deleteOu = defineRoute({
  method: 'DELETE',
  path: '/v1/ous/{id}',
  operationId: 'deleteOu',
  summary: 'Delete an empty organisational unit',
  description:
    'Users, devices and units in it, enrollment tokens that can still be used, and keys and accounts that are limited to it keep it (409).',
  tag: 'Organisational units',
  scope: 'users:write',
  extension: true,
  params: idParams('ou'),
  responses: { 204: null },
  faults: ['not_found', 'ou_not_empty', 'precondition_failed', 'unprocessable'],
  handle: ({ params, caller, checkIfMatch, transact }, { clock }) =>
    transact(async (tx) => {
      const call = { reach: reachOf(caller), id: params.id, now: clock.now(), checkVersion: checkIfMatch };
      const unit = await remove(tx, call);
      return { status: 204, audit: { action: 'ou.deleted', target: unit.id, before: toOu(unit) } };
    }),
});
