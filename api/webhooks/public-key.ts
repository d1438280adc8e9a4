import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { readPublicKey } from './webhook-secrets.ts';
import { webhookOf } from './webhooks.ts';

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
