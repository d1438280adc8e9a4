import { Type } from 'typebox';
import { isSentEvent, TEST_EVENT } from '../../contracts/events/catalogue.ts';
import { closed } from '../../contracts/rest/resources.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { toAuditedWebhook, toWebhook } from '../../store/views/webhook.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { fieldFault } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { eventTypes } from './event-types.ts';
import { readPublicKey, readSecret, rotateSecret } from './webhook-secrets.ts';
import { type TestTools, testWebhook } from './webhook-test.ts';
import { changeWebhook, createWebhook, readWebhook, type WebhookRouteTools, webhookOf } from './webhooks.ts';

type WebhookListQuery = ListQuery<{ readonly enabled?: boolean }, 'createdAt'>;

type EventTypeQuery = ListQuery<Record<never, never>, 'type'>;

/** The endpoints of webhooks. Those of deliveries are in delivery-routes.ts. */
export const WEBHOOK_ROUTES = [
  defineRoute({
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
        const { webhook, secret } = await createWebhook(tx, tools, request);
        return {
          status: 201,
          body: { ...toWebhook(webhook), secret },
          audit: { action: 'webhook.created', target: webhook.id, after: toAuditedWebhook(webhook) },
          headers: { location: `/v1/webhooks/${webhook.id}` },
          version: webhook.version,
        };
      });
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhooks, without their secrets',
    tag: 'Webhooks',
    scope: 'webhooks:manage',
    extension: true,
    query: Type.Object({ enabled: Type.Optional(Type.Boolean()) }, closed),
    list: { sortable: ['createdAt'], defaultSort: 'createdAt', updatedSince: true },
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
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    operationId: 'getWebhook',
    summary: 'Get one webhook, without its secret',
    tag: 'Webhooks',
    scope: 'webhooks:manage',
    extension: true,
    params: idParams('whk'),
    responses: { 200: ref('Webhook') },
    faults: ['not_found', 'ou_not_permitted'],
    handle: async ({ params, caller }, { store }) => {
      requireWholeOrganisation(reachOf(caller));
      const webhook = await webhookOf(store, caller.organisationId, params.id);
      return { status: 200, body: toWebhook(webhook), version: webhook.version };
    },
  }),

  defineRoute({
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
  }),

  defineRoute({
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
  }),

  defineRoute({
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
  }),

  defineRoute({
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
  }),

  defineRoute({
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
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Send a sample of an event to a webhook now, and see what it answers',
    description:
      'The sample is made of the examples of this document; nothing in it exists. Its `sequence` is 0. It is in no list of events or deliveries, and what comes of it counts neither for nor against the webhook.',
    tag: 'Webhooks',
    scope: 'webhooks:manage',
    extension: true,
    params: idParams('whk'),
    body: ref('WebhookTestInput'),
    bodyOptional: true,
    responses: { 200: ref('WebhookTestResult') },
    faults: ['not_found', 'ou_not_permitted', 'conflict'],
    // Each call holds a connection for up to 15 s and shows what a foreign address answers.
    quota: { name: 'webhook-test', perMinute: 60 },
    handle: async ({ params, body, caller }, tools: RouteTools & TestTools) => {
      requireWholeOrganisation(reachOf(caller));
      const { eventType = TEST_EVENT } = body;
      if (!isSentEvent(eventType))
        throw fieldFault('#/eventType', 'unknown_event', `"${eventType}" names no event.`);
      const webhook = await webhookOf(tools.store, caller.organisationId, params.id);
      const result = await testWebhook(tools, webhook, eventType);
      const { responseStatus, error } = result;
      return {
        status: 200,
        body: result,
        audit: { action: 'webhook.tested', target: webhook.id, after: { eventType, responseStatus, error } },
      };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/webhooks/event-types',
    operationId: 'listWebhookEventTypes',
    summary: 'List the events that there are, each with a schema and an example',
    tag: 'Webhooks',
    scope: 'webhooks:manage',
    extension: true,
    list: { sortable: ['type'], defaultSort: 'type' },
    responses: { 200: listOf('EventTypeInfo') },
    handle: ({ page }) =>
      page(
        {},
        (list: EventTypeQuery) =>
          pageOfAll(
            eventTypes().map((info) => ({ ...info, id: info.type })),
            list,
            ({ type }) => type,
          ),
        ({ id: _id, ...info }) => info,
      ),
  }),
];
