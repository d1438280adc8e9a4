import { toCampus } from '../../store/views/campus.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { readCampus } from './campus-input.ts';

export const createCampus = defineRoute({
  method: 'POST',
  path: '/v1/campuses',
  operationId: 'createCampus',
  summary: 'Define a campus: by what devices know that they are on it',
  tag: 'Campuses',
  scope: 'devices:write',
  extension: true,
  body: ref('CampusInput'),
  responses: { 201: ref('Campus') },
  faults: ['already_exists', 'ou_not_permitted'],
  handle: ({ body, caller, transact }, { ids, clock }) => {
    requireWholeOrganisation(reachOf(caller));
    const input = readCampus(body);
    return transact(async (tx) => {
      const campus = await tx.campuses.create(caller.organisationId, ids.next('cam'), input, clock.now());
      tx.wake({ kind: 'all_devices' });
      return {
        status: 201,
        body: toCampus(campus),
        audit: { action: 'campus.created', target: campus.id, after: toCampus(campus) },
        headers: { location: `/v1/campuses/${campus.id}` },
        version: campus.updatedAt,
      };
    });
  },
});
