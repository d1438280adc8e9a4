import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../../services/reach.ts';
import { readPublicKey } from '../../services/webhook-secrets.ts';
import { webhookOf } from '../../services/webhooks.ts';
import { idParams } from '../parts.ts';

export const getWebhookPublicKey = defineRoute({
  method: 'GET',
  path: '/v1/webhooks/{id}/public-key',
  operationId: 'getWebhookPublicKey',
  summary: 'Get the ed25519 public key of a webhook that signs with one',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  params: idParams('whk'),
  responses: { 200: ref('WebhookPublicKey') },
  faults: ['not_found', 'ou_not_permitted'],
  handle: async ({ params, caller }, { store }) => {
    requireWholeOrganisation(reachOf(caller));
    const webhook = await webhookOf(store, caller.organisationId, params.id);
    return { status: 200, body: await readPublicKey(store, webhook) };
  },
});
