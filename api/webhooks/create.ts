import { toAuditedWebhook, toWebhook } from '../../store/views/webhook.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { createWebhook as create, readWebhook, type WebhookRouteTools } from './webhooks.ts';

export const createWebhook = defineRoute({
  method: 'POST',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Register a webhook; the answer has its secret',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: false,
  body: ref('WebhookInput'),
  responses: { 201: ref('CreatedWebhook') },
  faults: ['ou_not_permitted'],
  secretAnswer: true,
  handle: async ({ body, caller, transact }, tools: WebhookRouteTools) => {
    requireWholeOrganisation(reachOf(caller));
    const changes = await readWebhook(tools.webhookGuard, body, { kind: body.kind ?? 'standard' });
    return await transact(async (tx) => {
      const request = { organisationId: caller.organisationId, input: body, changes };
      const { webhook, secret } = await create(tx, tools, request);
      return {
        status: 201,
        body: { ...toWebhook(webhook), secret },
        audit: { action: 'webhook.created', target: webhook.id, after: toAuditedWebhook(webhook) },
        headers: { location: `/v1/webhooks/${webhook.id}` },
        version: webhook.version,
      };
    });
  },
});
