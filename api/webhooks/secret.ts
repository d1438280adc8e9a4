import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { readSecret } from './webhook-secrets.ts';
import { webhookOf } from './webhooks.ts';

export const getWebhookSecret = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/{id}/secret',
  operationId: 'getWebhookSecret',
  summary: 'Get the current secret of a webhook; the audit names who has read it',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  responses: { 200: ref('WebhookSecret') },
  faults: ['not_found', 'ou_not_permitted', 'conflict'],
  secretAnswer: true,
  handle: async ({ params, caller }, tools) => {
    requireWholeOrganisation(reachOf(caller));
    const webhook = await webhookOf(tools.store, caller.organisationId, params.id);
    const body = await readSecret(tools.store, tools, webhook);
    return { status: 200, body, audit: { action: 'webhook.secret_read', target: webhook.id } };
  },
});
