import { Type } from 'typebox';
import { closed, IdOf, OneOf } from '../../contracts/rest/resources.ts';
import { DELIVERY_STATUSES } from '../../contracts/rest/webhooks.ts';
import type { DeliveryStore } from '../../store/ports/events.ts';
import { PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { defineRoute } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { idParams, manyOf } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { toDelivery } from './delivery-view.ts';
import { deliveryOf, recover, requireEnabled } from './webhook-deliveries.ts';
import { webhookOf } from './webhooks.ts';

/** The path parameters of one delivery of a webhook. */
const deliveryParams = Type.Object({ id: IdOf('whk'), deliveryId: IdOf('dlv') }, closed);

type DeliveryListQuery = Parameters<DeliveryStore['list']>[0];

/** The endpoints of the deliveries of a webhook. */
export const DELIVERY_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook with their last attempts, kept for 30 days',
    tag: 'Webhooks',
    scope: 'webhooks:manage',
    extension: true,
    personal: true,
    params: idParams('whk'),
    view: { action: 'deliveries.viewed' },
    query: Type.Object(
      {
        status: manyOf(OneOf(DELIVERY_STATUSES)),
        eventType: manyOf(Type.String({ minLength: 1, maxLength: 60 })),
      },
      closed,
    ),
    list: { sortable: ['createdAt'], defaultSort: '-createdAt', timeRange: {}, pageWindow: PAGE_WINDOW },
    responses: { 200: listOf('Delivery') },
    faults: ['not_found', 'ou_not_permitted'],
    handle: async ({ params, query, caller, page }, { store }) => {
      requireWholeOrganisation(reachOf(caller));
      const { id, kind } = await webhookOf(store, caller.organisationId, params.id);
      const { status, eventType } = query;
      const filter = {
        webhookId: id,
        ...(status === undefined ? {} : { status }),
        ...(eventType === undefined ? {} : { eventType }),
      };
      return await page(
        filter,
        (list: DeliveryListQuery) => store.deliveries.list(list),
        (row) => toDelivery(row, kind),
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}',
    operationId: 'getWebhookDelivery',
    summary: 'Get one delivery with its attempts',
    tag: 'Webhooks',
    scope: 'webhooks:manage',
    extension: true,
    personal: true,
    params: deliveryParams,
    view: { action: 'deliveries.viewed' },
    responses: { 200: ref('Delivery') },
    faults: ['not_found', 'ou_not_permitted'],
    handle: async ({ params, caller }, { store }) => {
      requireWholeOrganisation(reachOf(caller));
      const webhook = await webhookOf(store, caller.organisationId, params.id);
      return {
        status: 200,
        body: toDelivery(await deliveryOf(store, webhook, params.deliveryId), webhook.kind),
      };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    operationId: 'redeliverWebhookDelivery',
    summary: 'Send the event of a delivery once more, under the same webhook-id; a failure is not retried',
    tag: 'Webhooks',
    scope: 'webhooks:manage',
    extension: true,
    personal: true,
    params: deliveryParams,
    responses: { 202: ref('Delivery') },
    faults: ['not_found', 'ou_not_permitted', 'conflict'],
    handle: ({ params, caller, transact }, { clock }) => {
      requireWholeOrganisation(reachOf(caller));
      return transact(async (tx) => {
        const webhook = await webhookOf(tx, caller.organisationId, params.id);
        const { id, eventId } = await deliveryOf(tx, webhook, params.deliveryId);
        requireEnabled(webhook);
        await tx.deliveries.redeliver(id, clock.now());
        return {
          status: 202,
          body: toDelivery(await deliveryOf(tx, webhook, id), webhook.kind),
          headers: { location: `/v1/webhooks/${webhook.id}/deliveries/${id}` },
          audit: { action: 'webhook.redelivered', target: webhook.id, after: { deliveryId: id, eventId } },
        };
      });
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/webhooks/{id}/recover',
    operationId: 'recoverWebhook',
    summary: 'Send every event of a range that the webhook has not taken',
    tag: 'Webhooks',
    scope: 'webhooks:manage',
    extension: true,
    params: idParams('whk'),
    body: ref('WebhookRecoveryInput'),
    responses: { 202: ref('WebhookRecovery') },
    faults: ['not_found', 'ou_not_permitted', 'conflict', 'events_expired'],
    // Each call reads the events of up to a month.
    quota: { name: 'webhook-recover', perMinute: 10 },
    handle: ({ params, body, caller, transact }, { clock }) => {
      requireWholeOrganisation(reachOf(caller));
      return transact(async (tx) => {
        const webhook = await webhookOf(tx, caller.organisationId, params.id);
        const recovery = await recover(tx, webhook, body, clock.now());
        return {
          status: 202,
          body: recovery,
          headers: { location: `/v1/webhooks/${webhook.id}/deliveries` },
          audit: { action: 'webhook.recovered', target: webhook.id, after: recovery },
        };
      });
    },
  }),
];
