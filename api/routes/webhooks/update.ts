import { toAuditedWebhook, toWebhook } from '../../../store/views/webhook.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schema-ref.ts';
import { notFound } from '../../services/field-fault.ts';
import { reachOf, requireWholeOrganisation } from '../../services/reach.ts';
import { readWebhook } from '../../services/webhooks.ts';
import { idParams } from '../parts.ts';

export const updateWebhook = defineRoute({
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  operationId: 'updateWebhook',
  summary: 'Change a webhook, or enable it again',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  body: ref('WebhookPatch'),
  responses: { 200: ref('Webhook') },
  faults: ['not_found', 'ou_not_permitted', 'precondition_failed'],
  handle: async ({ params, body, caller, checkIfMatch, transact }, { clock, webhookGuard }) => {
    requireWholeOrganisation(reachOf(caller));
    const changes = await readWebhook(webhookGuard, body);
    return await transact(async (tx) => {
      const known = await tx.webhooks.get(caller.organisationId, params.id);
      if (known === null) throw notFound('webhook');
      checkIfMatch(known.version);
      const unchanged = Object.keys(changes).length === 0;
      const changed = unchanged
        ? known
        : await tx.webhooks.update(caller.organisationId, params.id, changes, clock.now());
      const webhook = changed ?? known;
      tx.wake({ kind: 'deliveries' });
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
