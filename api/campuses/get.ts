import { toCampus } from '../../store/views/campus.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';

export const getCampus = defineRoute({
  method: 'GET',
  path: '/v1/campuses/{id}',
  operationId: 'getCampus',
  summary: 'Get one campus',
  tag: 'Campuses',
  scope: 'devices:read',
  extension: true,
  params: idParams('cam'),
  responses: { 200: ref('Campus') },
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const campus = await store.campuses.get(caller.organisationId, params.id);
    if (campus === null) throw notFound('campus');
    return { status: 200, body: toCampus(campus), version: campus.updatedAt };
  },
});
