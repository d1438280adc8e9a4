import { toCampus } from '../../store/views/campus.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { readCampusPatch } from './campus-input.ts';

export const updateCampus = defineRoute({
  method: 'PATCH',
  path: '/v1/campuses/{id}',
  operationId: 'updateCampus',
  summary: 'Change a campus',
  tag: 'Campuses',
  scope: 'devices:write',
  extension: true,
  params: idParams('cam'),
  body: ref('CampusPatch'),
  responses: { 200: ref('Campus') },
  faults: ['not_found', 'already_exists', 'ou_not_permitted', 'precondition_failed'],
  handle: ({ params, body, caller, checkIfMatch, transact }, { clock }) => {
    requireWholeOrganisation(reachOf(caller));
    const changes = readCampusPatch(body);
    return transact(async (tx) => {
      const known = await tx.campuses.get(caller.organisationId, params.id);
      if (known === null) throw notFound('campus');
      checkIfMatch(known.updatedAt);
      // The time is the version: it moves on with every change, also within a millisecond and when the clock was set back.
      const now = Math.max(clock.now(), known.updatedAt + 1);
      const campus = (await tx.campuses.update(caller.organisationId, params.id, changes, now)) ?? known;
      tx.wake({ kind: 'all_devices' });
      return {
        status: 200,
        body: toCampus(campus),
        version: campus.updatedAt,
        audit: {
          action: 'campus.updated',
          target: campus.id,
          before: toCampus(known),
          after: toCampus(campus),
        },
      };
    });
  },
});
