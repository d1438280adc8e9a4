import { Type } from 'typebox';
import { closed, DELIVERY_STATUSES, OneOf } from '../../../contracts/rest/resources.ts';
import type { DeliveryStore } from '../../../store/ports/events.ts';
import { defineRoute } from '../../http/route.ts';
import { listOf } from '../../http/schema-ref.ts';
import { toDelivery } from '../../services/delivery-view.ts';
import { notFound } from '../../services/field-fault.ts';
import { idParams, manyOf } from '../parts.ts';

type DeliveryListQuery = Parameters<DeliveryStore['list']>[0];

export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook with their attempts',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  query: Type.Object({ status: manyOf(OneOf(DELIVERY_STATUSES)) }, closed),
  list: { sortable: ['createdAt'], defaultSort: '-createdAt' },
  responses: { 200: listOf('Delivery') },
  faults: ['not_found'],
  handle: async ({ params, query: { status }, caller, page }, { store }) => {
    const webhook = await store.webhooks.get(caller.organisationId, params.id);
    if (webhook === null) throw notFound('webhook');
    const filter = { webhookId: webhook.id, ...(status === undefined ? {} : { status }) };
    return await page(filter, (list: DeliveryListQuery) => store.deliveries.list(list), toDelivery);
  },
});
