import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toWebhook } from '../../store/views/webhook.ts';
import { defineRoute } from '../http/route.ts';
import { listOf } from '../http/schemas/schema-ref.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';

type WebhookListQuery = ListQuery<{ readonly enabled?: boolean }, 'createdAt'>;

export const listWebhooks = defineRoute({
  method: 'GET',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'List webhooks, without their secrets',
  tag: 'Webhooks',
  scope: 'webhooks:manage',
  extension: true,
  query: Type.Object({ enabled: Type.Optional(Type.Boolean()) }, closed),
  list: { sortable: ['createdAt'], defaultSort: 'createdAt' },
  responses: { 200: listOf('Webhook') },
  faults: ['ou_not_permitted'],
  handle: ({ query: { enabled }, caller, page }, { store }) => {
    requireWholeOrganisation(reachOf(caller));
    return page(
      enabled === undefined ? {} : { enabled },
      (list: WebhookListQuery) => store.webhooks.list(list),
      toWebhook,
    );
  },
});
