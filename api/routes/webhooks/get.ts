import { toWebhook } from '../../../store/views/webhook.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../../services/reach.ts';
import { webhookOf } from '../../services/webhooks.ts';
import { idParams } from '../parts.ts';

export const getWebhook = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/{id}',
  operationId: 'getWebhook',
  summary: 'Get one webhook, without its secret',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  responses: { 200: ref('Webhook') },
  faults: ['not_found', 'ou_not_permitted'],
  handle: async ({ params, caller }, { store }) => {
    requireWholeOrganisation(reachOf(caller));
    const webhook = await webhookOf(store, caller.organisationId, params.id);
    return { status: 200, body: toWebhook(webhook), version: webhook.version };
  },
});
