import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { deliveryParams } from './delivery-params.ts';
import { toDelivery } from './delivery-view.ts';
import { deliveryOf } from './webhook-deliveries.ts';
import { webhookOf } from './webhooks.ts';

export const getDelivery = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries/{deliveryId}',
  operationId: 'getWebhookDelivery',
  summary: 'Get one delivery with its attempts',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  personal: true,
  params: deliveryParams,
  view: { action: 'deliveries.viewed' },
  responses: { 200: ref('Delivery') },
  faults: ['not_found', 'ou_not_permitted'],
  handle: async ({ params, caller }, { store }) => {
    requireWholeOrganisation(reachOf(caller));
    const webhook = await webhookOf(store, caller.organisationId, params.id);
    return {
      status: 200,
      body: toDelivery(await deliveryOf(store, webhook, params.deliveryId), webhook.kind),
    };
  },
});
