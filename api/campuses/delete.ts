import { toCampus } from '../../store/views/campus.ts';
import { defineRoute } from '../http/route.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';

export const deleteCampus = defineRoute({
  method: 'DELETE',
  path: '/v1/campuses/{id}',
  operationId: 'deleteCampus',
  summary: 'Delete a campus',
  tag: 'Campuses',
  scope: 'devices:write',
  extension: true,
  params: idParams('cam'),
  responses: { 204: null },
  faults: ['not_found', 'ou_not_permitted', 'precondition_failed'],
  handle: ({ params, caller, checkIfMatch, transact }) => {
    requireWholeOrganisation(reachOf(caller));
    return transact(async (tx) => {
      const campus = await tx.campuses.get(caller.organisationId, params.id);
      if (campus === null) throw notFound('campus');
      checkIfMatch(campus.updatedAt);
      await tx.campuses.delete(caller.organisationId, params.id);
      tx.wake({ kind: 'all_devices' });
      return {
        status: 204,
        audit: { action: 'campus.deleted', target: campus.id, before: toCampus(campus) },
      };
    });
  },
});
