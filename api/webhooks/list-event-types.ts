import type { ListQuery } from '../../store/ports/list.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { eventTypes } from './event-types.ts';

type EventTypeQuery = ListQuery<Record<never, never>, 'type'>;

export const listEventTypes = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/event-types',
  operationId: 'listWebhookEventTypes',
  summary: 'List the events that there are, each with a schema and an example',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  list: { sortable: ['type'], defaultSort: 'type' },
  responses: { 200: listOf('EventTypeInfo') },
  handle: ({ page }) =>
    page(
      {},
      (list: EventTypeQuery) =>
        pageOfAll(
          eventTypes().map((info) => ({ ...info, id: info.type })),
          list,
          ({ type }) => type,
        ),
      ({ id: _id, ...info }) => info,
    ),
});
