import { isId } from '../../contracts/ids.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';

export const getEvent = defineRoute({
  method: 'GET',
  path: '/v1/events/{id}',
  operationId: 'getEvent',
  summary: 'Get one event in full, also one whose body was too large to be pushed',
  tag: 'Events',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('evt'),
  view: { action: 'events.viewed' },
  responses: { 200: ref('Event') },
  faults: ['not_found', 'ou_not_permitted'],
  handle: async ({ params: { id }, caller }, { store }) => {
    requireWholeOrganisation(reachOf(caller));
    const event = isId('evt', id) ? await store.events.get(caller.organisationId, id) : null;
    if (event === null) throw notFound('event');
    return { status: 200, body: event };
  },
});
