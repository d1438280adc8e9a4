import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { rotateSecret } from './webhook-secrets.ts';
import { webhookOf } from './webhooks.ts';

export const rotateWebhookSecret = defineRoute({
  method: 'POST',
  path: '/v1/webhooks/{id}/secret/rotate',
  operationId: 'rotateWebhookSecret',
  urgent: true,
  summary: 'Give a webhook a new secret at once; former ones go on signing for a grace',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  body: ref('WebhookRotation'),
  bodyOptional: true,
  responses: { 200: ref('WebhookSecret') },
  faults: ['not_found', 'ou_not_permitted', 'conflict'],
  secretAnswer: true,
  handle: ({ params, body, caller, transact }, tools) => {
    requireWholeOrganisation(reachOf(caller));
    return transact(async (tx) => {
      const webhook = await webhookOf(tx, caller.organisationId, params.id);
      const secret = await rotateSecret(tx, tools, webhook, body.graceSeconds);
      const { createdAt, former } = secret;
      return {
        status: 200,
        body: secret,
        audit: { action: 'webhook.secret_rotated', target: webhook.id, after: { createdAt, former } },
      };
    });
  },
});
