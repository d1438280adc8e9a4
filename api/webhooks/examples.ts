import { EVENT_EXAMPLES } from '../events/examples.ts';
import { AT, listOf } from '../openapi/example-values.ts';

const WEBHOOK = 'whk_01kafw3v5xe8m9t2q4r6y8b0cd';
const { Event: event } = EVENT_EXAMPLES;
const EVENT = event.id;
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

const webhook = {
  id: WEBHOOK,
  url: 'https://sis.example/hooks',
  kind: 'standard',
  events: ['device.*'],
  description: null,
  enabled: true,
  disabledReason: null,
  failing: false,
  lastSuccessAt: AT,
  signature: 'hmac',
  headers: { 'x-site': 'high' },
  createdAt: AT,
  updatedAt: AT,
};

const requestHeaders = {
  'user-agent': 'Schoolgate-Webhooks/1',
  'x-site': '••••',
  'content-type': 'application/json',
  'webhook-id': EVENT,
  'webhook-timestamp': '1795168800',
  'webhook-signature': 'v1,24oJF9jmDOEo8BKjbY7RWNI8iwTcknx5tHxT64a2H8M=',
};

const attempt = {
  number: 1,
  trigger: 'scheduled',
  startedAt: AT,
  durationMs: 15_000,
  requestHeaders,
  responseStatus: null,
  responseBody: null,
  error: 'timeout',
};

const requestBody = JSON.stringify({ ...event, data: { reason: 'silence' } });

const delivery = {
  id: 'dlv_01kafw3v5xe8m9t2q4r6y8b0cd',
  webhookId: WEBHOOK,
  eventId: EVENT,
  eventType: 'device.offline',
  status: 'retrying',
  createdAt: AT,
  nextAttemptAt: '2026-11-20T10:01:05.000Z',
  requestBody,
  attemptCount: 1,
  attempts: [attempt],
};

const eventType = {
  type: 'webhook.test',
  group: 'webhook',
  description: 'Sent by the test call alone; `*` never matches it',
  dataSchema: { type: 'object', required: ['test'], properties: { test: { type: 'boolean', const: true } } },
  sample: {
    id: EVENT,
    event: 'webhook.test',
    type: 'webhook.test',
    timestamp: AT,
    sequence: 0,
    data: { test: true },
  },
};

/** One example for each schema of webhooks and deliveries. */
export const WEBHOOK_EXAMPLES: Readonly<Record<string, object>> = {
  Webhook: webhook,
  WebhookList: listOf(webhook),
  CreatedWebhook: { ...webhook, lastSuccessAt: null, secret: SECRET },
  WebhookInput: { url: 'https://sis.example/hooks', events: ['device.*'], signature: 'hmac' },
  WebhookPatch: { enabled: true },
  WebhookSecret: {
    secret: SECRET,
    createdAt: AT,
    former: [{ createdAt: '2026-09-01T08:00:00.000Z', expiresAt: '2026-11-21T10:00:00.000Z' }],
  },
  WebhookRotation: { graceSeconds: 86_400 },
  WebhookPublicKey: { publicKey: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=', createdAt: AT },
  DeliveryAttempt: attempt,
  Delivery: delivery,
  DeliveryList: listOf(delivery),
  WebhookTestInput: { eventType: 'device.offline' },
  WebhookTestResult: {
    eventId: EVENT,
    eventType: 'device.offline',
    succeeded: true,
    requestBody: JSON.stringify({ ...event, sequence: 0, data: { reason: 'silence' } }),
    ...attempt,
    trigger: 'manual',
    durationMs: 84,
    responseStatus: 204,
    responseBody: '',
    error: null,
  },
  WebhookRecoveryInput: { since: '2026-11-19T10:00:00.000Z', until: AT },
  WebhookRecovery: { webhookId: WEBHOOK, since: '2026-11-19T10:00:00.000Z', until: AT },
  EventTypeInfo: eventType,
  EventTypeInfoList: listOf(eventType),
};
