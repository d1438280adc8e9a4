import { Type } from 'typebox';
import { closed, OneOf } from '../../contracts/rest/resources.ts';
import { DELIVERY_STATUSES } from '../../contracts/rest/webhooks.ts';
import type { DeliveryStore } from '../../store/ports/events.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { toDelivery } from './delivery-view.ts';
import { webhookOf } from './webhooks.ts';

type DeliveryListQuery = Parameters<DeliveryStore['list']>[0];

export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook with their last attempts, kept for 30 days',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  personal: true,
  params: idParams('whk'),
  view: { action: 'deliveries.viewed' },
  query: Type.Object(
    {
      status: manyOf(OneOf(DELIVERY_STATUSES)),
      eventType: manyOf(Type.String({ minLength: 1, maxLength: 60 })),
    },
    closed,
  ),
  list: { sortable: ['createdAt'], defaultSort: '-createdAt', timeRange: {}, pageWindow: PAGE_WINDOW },
  responses: { 200: listOf('Delivery') },
  faults: ['not_found', 'ou_not_permitted'],
  handle: async ({ params, query, caller, page }, { store }) => {
    requireWholeOrganisation(reachOf(caller));
    const { id, kind } = await webhookOf(store, caller.organisationId, params.id);
    const { status, eventType } = query;
    const filter = {
      webhookId: id,
      ...(status === undefined ? {} : { status }),
      ...(eventType === undefined ? {} : { eventType }),
    };
    return await page(
      filter,
      (list: DeliveryListQuery) => store.deliveries.list(list),
      (row) => toDelivery(row, kind),
    );
  },
});
