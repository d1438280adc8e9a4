import { toAuditedWebhook } from '../../store/views/webhook.ts';
import { defineRoute } from '../http/route.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { webhookOf } from './webhooks.ts';

export const deleteWebhook = defineRoute({
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook with what is still to be delivered to it',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  responses: { 204: null },
  faults: ['not_found', 'ou_not_permitted', 'precondition_failed'],
  handle: ({ params, caller, checkIfMatch, transact }) => {
    requireWholeOrganisation(reachOf(caller));
    return transact(async (tx) => {
      const webhook = await webhookOf(tx, caller.organisationId, params.id);
      checkIfMatch(webhook.version);
      await tx.webhooks.delete(caller.organisationId, params.id);
      return {
        status: 204,
        audit: { action: 'webhook.deleted', target: webhook.id, before: toAuditedWebhook(webhook) },
      };
    });
  },
});
