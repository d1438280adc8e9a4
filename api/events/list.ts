import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import type { EventFilter } from '../../store/ports/events.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { manyOf } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { typesOf } from './events.ts';
import { pushedEvent } from './request-body.ts';

export const listEvents = defineRoute({
  method: 'GET',
  path: '/v1/events',
  operationId: 'listEvents',
  summary: 'Pull events, in the order in which they were committed',
  description:
    'The same bodies as webhooks get, whether or not there is one, kept for 30 days. To miss none, ask with `after` = the last `sequence` that you have seen: what follows is complete. An `after` that is no longer kept is answered by 410 with `oldestSequence`.',
  tag: 'Events',
  scope: 'webhooks:manage',
  extension: true,
  query: Type.Object(
    {
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Only events behind this `sequence`; without it from the oldest that is kept.',
        }),
      ),
      type: manyOf(
        Type.String({
          minLength: 1,
          maxLength: 60,
          description: 'An event, a group of events (`device.*`), or `*`.',
        }),
      ),
    },
    closed,
  ),
  view: { action: 'events.viewed' },
  list: {
    sortable: ['sequence'],
    defaultSort: 'sequence',
    defaultLimit: 100,
    maxLimit: 1_000,
    pageWindow: PAGE_WINDOW,
  },
  responses: { 200: listOf('Event') },
  faults: ['events_expired', 'ou_not_permitted'],
  handle: ({ query: { after, type }, caller, page }, { store }) => {
    requireWholeOrganisation(reachOf(caller));
    const types = typesOf(type);
    const filter = { ...(after === undefined ? {} : { after }), ...(types === undefined ? {} : { types }) };
    return page(filter, (list: ListQuery<EventFilter, 'sequence'>) => store.events.list(list), pushedEvent);
  },
});
