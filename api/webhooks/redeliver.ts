import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { deliveryParams } from './delivery-params.ts';
import { toDelivery } from './delivery-view.ts';
import { deliveryOf, requireEnabled } from './webhook-deliveries.ts';
import { webhookOf } from './webhooks.ts';

export const redeliver = defineRoute({
  method: 'POST',
  path: '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
  operationId: 'redeliverWebhookDelivery',
  summary: 'Send the event of a delivery once more, under the same webhook-id; a failure is not retried',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  personal: true,
  params: deliveryParams,
  responses: { 202: ref('Delivery') },
  faults: ['not_found', 'ou_not_permitted', 'conflict'],
  handle: ({ params, caller, transact }, { clock }) => {
    requireWholeOrganisation(reachOf(caller));
    return transact(async (tx) => {
      const webhook = await webhookOf(tx, caller.organisationId, params.id);
      const { id, eventId } = await deliveryOf(tx, webhook, params.deliveryId);
      requireEnabled(webhook);
      await tx.deliveries.redeliver(id, clock.now());
      return {
        status: 202,
        body: toDelivery(await deliveryOf(tx, webhook, id), webhook.kind),
        headers: { location: `/v1/webhooks/${webhook.id}/deliveries/${id}` },
        audit: { action: 'webhook.redelivered', target: webhook.id, after: { deliveryId: id, eventId } },
      };
    });
  },
});
