import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { recover } from './webhook-deliveries.ts';
import { webhookOf } from './webhooks.ts';

export const recoverWebhook = defineRoute({
  method: 'POST',
  path: '/v1/webhooks/{id}/recover',
  operationId: 'recoverWebhook',
  summary: 'Send every event of a range that the webhook has not taken',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  body: ref('WebhookRecoveryInput'),
  responses: { 202: ref('WebhookRecovery') },
  faults: ['not_found', 'ou_not_permitted', 'conflict', 'events_expired'],
  // Each call goes through the events of up to a month.
  quota: { name: 'webhook-recover', perMinute: 10 },
  handle: ({ params, body, caller, transact }, { clock }) => {
    requireWholeOrganisation(reachOf(caller));
    return transact(async (tx) => {
      const webhook = await webhookOf(tx, caller.organisationId, params.id);
      const recovery = await recover(tx, webhook, body, clock.now());
      return {
        status: 202,
        body: recovery,
        headers: { location: `/v1/webhooks/${webhook.id}/deliveries` },
        audit: { action: 'webhook.recovered', target: webhook.id, after: recovery },
      };
    });
  },
});
