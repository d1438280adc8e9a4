import { toAuditedWebhook, toWebhook } from '../../store/views/webhook.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { changeWebhook, readWebhook, type WebhookRouteTools, webhookOf } from './webhooks.ts';

export const updateWebhook = defineRoute({
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  operationId: 'updateWebhook',
  urgent: true,
  summary: 'Change a webhook, or enable it again',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  body: ref('WebhookPatch'),
  responses: { 200: ref('Webhook') },
  faults: ['not_found', 'ou_not_permitted', 'precondition_failed'],
  handle: async ({ params, body, caller, checkIfMatch, transact }, tools: WebhookRouteTools) => {
    requireWholeOrganisation(reachOf(caller));
    const present = await webhookOf(tools.store, caller.organisationId, params.id);
    const changes = await readWebhook(tools.webhookGuard, body, present);
    return await transact(async (tx) => {
      const known = await webhookOf(tx, caller.organisationId, params.id);
      checkIfMatch(known.version);
      const webhook = await changeWebhook(tx, tools, known, changes);
      return {
        status: 200,
        body: toWebhook(webhook),
        version: webhook.version,
        audit: {
          action: 'webhook.updated',
          target: webhook.id,
          before: toAuditedWebhook(known),
          after: toAuditedWebhook(webhook),
        },
      };
    });
  },
});
