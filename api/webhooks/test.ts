import { isSentEvent, TEST_EVENT } from '../../contracts/events/catalogue.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { fieldFault } from '../input/field-fault.ts';
import { idParams } from '../input/parameters.ts';
import { reachOf, requireWholeOrganisation } from '../input/reach.ts';
import { testWebhook as send, type TestTools } from './webhook-test.ts';
import { webhookOf } from './webhooks.ts';

export const testWebhook = defineRoute({
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
  // Each call holds a connection for up to 15 s, and shows what some address answers.
  quota: { name: 'webhook-test', perMinute: 60 },
  handle: async ({ params, body, caller }, tools: RouteTools & TestTools) => {
    requireWholeOrganisation(reachOf(caller));
    const { eventType = TEST_EVENT } = body;
    if (!isSentEvent(eventType))
      throw fieldFault('#/eventType', 'unknown_event', `"${eventType}" names no event.`);
    const webhook = await webhookOf(tools.store, caller.organisationId, params.id);
    const result = await send(tools, webhook, eventType);
    const { responseStatus, error } = result;
    return {
      status: 200,
      body: result,
      audit: { action: 'webhook.tested', target: webhook.id, after: { eventType, responseStatus, error } },
    };
  },
});
