import { Type } from 'typebox';
import {
  EVENT_TYPES,
  type EventType,
  isEventFilter,
  matchesEvent,
} from '../../contracts/events/catalogue.ts';
import { isId } from '../../contracts/ids.ts';
import { closed } from '../../contracts/rest/resources.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { EventFilter } from '../../store/ports/events.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { pushedEvent } from './request-body.ts';

/** The endpoints of events. */
export const EVENT_ROUTES = [
  defineRoute({
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
            description:
              'An event, all events of one resource (`device.*`), a group (`devices.*`, `alerts.*`, `policies.*`), or `*`.',
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
  }),

  defineRoute({
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
  }),
];

/** The events that the filters of a query name; undefined = all. @throws Fault validation_failed */
function typesOf(filters: readonly string[] | undefined): readonly EventType[] | undefined {
  const errors = (filters ?? [])
    .filter((filter) => !isEventFilter(filter))
    .map((filter): FieldError => {
      const detail = `"${filter}" names no event, no group of events (device.*) and not all (*).`;
      return { in: 'query', parameter: 'type', code: 'unknown_event', detail };
    });
  if (errors.length > 0)
    throw new Fault('validation_failed', errors[0]?.detail ?? '', { extras: { errors } });
  if (filters === undefined || filters.includes('*')) return undefined;
  return EVENT_TYPES.filter((type) => matchesEvent(filters, type));
}
