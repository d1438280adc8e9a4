import { toWebhook } from '../../../store/views/webhook.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schema-ref.ts';
import { notFound } from '../../services/field-fault.ts';
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
  faults: ['not_found'],
  handle: async ({ params, caller }, { store }) => {
    const webhook = await store.webhooks.get(caller.organisationId, params.id);
    if (webhook === null) throw notFound('webhook');
    return { status: 200, body: toWebhook(webhook), version: webhook.version };
  },
});
