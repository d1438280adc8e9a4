import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schema-ref.ts';
import { toDelivery } from '../../services/delivery-view.ts';
import { reachOf, requireWholeOrganisation } from '../../services/reach.ts';
import { deliveryOf } from '../../services/webhook-deliveries.ts';
import { webhookOf } from '../../services/webhooks.ts';
import { deliveryParams } from './delivery-params.ts';

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
