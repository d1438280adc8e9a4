import { toWebhook } from '../../store/views/webhook.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { webhookOf } from './webhooks.ts';

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
