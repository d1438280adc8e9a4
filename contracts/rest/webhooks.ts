import { type Static, Type } from 'typebox';
import { EVENT_GROUPS, EVENT_TYPES } from '../events/catalogue.ts';
import { WEBHOOK_KINDS } from '../events/webhook-kinds.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

/** Webhooks, their deliveries, and the events themselves. */

const Line = (maxLength: number) => Type.String({ maxLength });
const Count = (minimum: number, description?: string) =>
  Type.Integer({
    minimum,
    maximum: Number.MAX_SAFE_INTEGER,
    ...(description === undefined ? {} : { description }),
  });
/** JSON of any shape. */
const Anything = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true, description });

/** HMAC alone, or an ed25519 signature beside it. */
export const WEBHOOK_SIGNATURES = ['hmac', 'hmac+ed25519'] as const;
export type WebhookSignature = (typeof WEBHOOK_SIGNATURES)[number];

export const Webhook = Type.Object(
  {
    id: IdOf('whk'),
    url: Type.String({ maxLength: 2_048, description: 'Of a chat, masked: its address is its secret.' }),
    kind: OneOf(WEBHOOK_KINDS),
    events: Type.Array(Line(60), { maxItems: 60 }),
    description: Nullable(Line(300)),
    enabled: Type.Boolean(),
    disabledReason: Nullable(
      Type.String({
        maxLength: 300,
        description:
          'Why Schoolgate has disabled it: `gone` (410), `no_success_for_5_days`, `restored` (a backup was restored: give it a new secret first).',
      }),
    ),
    failing: Type.Boolean({ description: 'The last four attempts or more have failed.' }),
    lastSuccessAt: Nullable(Timestamp),
    signature: OneOf(WEBHOOK_SIGNATURES),
    headers: Type.Record(Type.String(), Line(1_000)),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Webhook', ...closed },
);
export type Webhook = Static<typeof Webhook>;

const Secret = Type.String({ maxLength: 100, description: '`whsec_` and 32 bytes in base64.' });

/** A webhook with its secret. */
const CreatedWebhook = Type.Object(
  {
    ...Webhook.properties,
    secret: Nullable(
      Type.String({ maxLength: 100, description: '`whsec_` and 32 bytes in base64; null for a chat.' }),
    ),
  },
  { $id: 'CreatedWebhook', ...closed },
);

/** The secrets that sign now: the current one, and how long the former ones still sign. */
export const WebhookSecret = Type.Object(
  {
    secret: Secret,
    createdAt: Timestamp,
    former: Type.Array(Type.Object({ createdAt: Timestamp, expiresAt: Timestamp }, closed), {
      maxItems: 2,
      description: 'Former secrets that still sign, newest first.',
    }),
  },
  { $id: 'WebhookSecret', ...closed },
);
export type WebhookSecret = Static<typeof WebhookSecret>;

export const WebhookPublicKey = Type.Object(
  {
    publicKey: Type.String({ maxLength: 100, description: '`whpk_` and the 32 bytes of the key in base64.' }),
    createdAt: Timestamp,
  },
  { $id: 'WebhookPublicKey', ...closed },
);
export type WebhookPublicKey = Static<typeof WebhookPublicKey>;

/** How long a former secret may go on signing (seconds). A week is enough to update every receiver. */
export const SECRET_GRACE_SECONDS = { max: 604_800, default: 86_400 } as const;

const WebhookRotation = Type.Object(
  {
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: SECRET_GRACE_SECONDS.max,
        description: `How long former secrets still sign, at most; default ${SECRET_GRACE_SECONDS.default}. 0 ends them now.`,
      }),
    ),
  },
  { $id: 'WebhookRotation', ...closed },
);

const webhookFields = {
  events: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
      minItems: 1,
      maxItems: 60,
      uniqueItems: true,
      description: `Event names, all events of one resource (\`device.*\`), a group (${Object.keys(EVENT_GROUPS).join(', ')}) or \`*\`. Events: ${EVENT_TYPES.join(', ')}.`,
    }),
  ),
  description: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
  enabled: Type.Optional(Type.Boolean()),
  signature: Type.Optional(OneOf(WEBHOOK_SIGNATURES)),
  headers: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 1_000 }))),
} as const;
const WebhookUrl = Type.String({ minLength: 1, maxLength: 2_048 });

export const WebhookInput = Type.Object(
  { url: WebhookUrl, kind: Type.Optional(OneOf(WEBHOOK_KINDS)), ...webhookFields },
  { $id: 'WebhookInput', ...closed },
);
export type WebhookInput = Static<typeof WebhookInput>;

export const WebhookPatch = Type.Object(
  { url: Type.Optional(WebhookUrl), ...webhookFields },
  { $id: 'WebhookPatch', ...closed },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

export const DELIVERY_STATUSES = ['pending', 'retrying', 'succeeded', 'failed'] as const;
const TRIGGERS = ['scheduled', 'manual'] as const;

/** Newest attempts of a delivery that the log keeps. */
export const KEPT_ATTEMPTS = 100;

/** Newest attempts of a delivery that a list shows, and the length of each answer there (characters), so that a page of 200 deliveries stays small. */
export const LISTED_ATTEMPTS = 3;
export const LISTED_RESPONSE_BODY = 1_000;

/** One request and its result. */
export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    trigger: OneOf(TRIGGERS),
    startedAt: Timestamp,
    durationMs: Count(0),
    requestHeaders: Type.Record(Type.String(), Line(1_100), {
      description: 'Values of the endpoint’s own headers are masked.',
    }),
    responseStatus: Nullable(Type.Integer({ minimum: 100, maximum: 999 })),
    responseBody: Nullable(
      Type.String({
        maxLength: 20_000,
        description: `The first 16 kB; in a list of deliveries the first ${LISTED_RESPONSE_BODY} characters.`,
      }),
    ),
    error: Nullable(Line(2_000)),
  },
  { $id: 'DeliveryAttempt', ...closed },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

const RequestBody = Type.String({ maxLength: 40_000, description: 'As it is signed and sent.' });

/** One event for one webhook, with the attempts to send it. */
export const Delivery = Type.Object(
  {
    id: IdOf('dlv'),
    webhookId: IdOf('whk'),
    eventId: IdOf('evt'),
    eventType: Line(60),
    status: OneOf(DELIVERY_STATUSES),
    createdAt: Timestamp,
    nextAttemptAt: Nullable(Timestamp),
    requestBody: RequestBody,
    attemptCount: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'How many attempts were made, with those that are not shown.',
    }),
    attempts: Type.Array(Type.Unsafe<DeliveryAttempt>({ $ref: 'DeliveryAttempt#' }), {
      maxItems: KEPT_ATTEMPTS,
      description: `The newest ${KEPT_ATTEMPTS}; in a list the newest ${LISTED_ATTEMPTS}.`,
    }),
  },
  { $id: 'Delivery', ...closed },
);
export type Delivery = Static<typeof Delivery>;

const WebhookTestInput = Type.Object(
  {
    eventType: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'A sample of this event; default `webhook.test`.',
      }),
    ),
  },
  { $id: 'WebhookTestInput', ...closed },
);

/** The attempt of a test call. It is in no log and does not affect the endpoint's state. */
export const WebhookTestResult = Type.Object(
  {
    eventId: IdOf('evt'),
    eventType: Line(60),
    succeeded: Type.Boolean(),
    requestBody: RequestBody,
    ...DeliveryAttempt.properties,
  },
  { $id: 'WebhookTestResult', ...closed },
);
export type WebhookTestResult = Static<typeof WebhookTestResult>;

export const WebhookRecoveryInput = Type.Object(
  {
    since: Timestamp,
    until: Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: 'Default: now.' })),
  },
  { $id: 'WebhookRecoveryInput', ...closed },
);
export type WebhookRecoveryInput = Static<typeof WebhookRecoveryInput>;

/** The events that are sent again: those from `since` on and before `until`. */
export const WebhookRecovery = Type.Object(
  { webhookId: IdOf('whk'), since: Timestamp, until: Timestamp },
  { $id: 'WebhookRecovery', ...closed },
);
export type WebhookRecovery = Static<typeof WebhookRecovery>;

/** The body of a webhook request and of a pulled event. */
export const Event = Type.Object(
  {
    id: IdOf('evt'),
    event: Line(60),
    type: Type.String({ maxLength: 60, description: 'Always equal to `event`' }),
    timestamp: Timestamp,
    device_id: Type.Optional(IdOf('dev')),
    sequence: Count(0, 'Grows by 1 per organisation, from 1; 0 in the samples of the test call'),
    data: Anything('REST objects unchanged'),
  },
  { $id: 'Event' },
);
export type Event = Static<typeof Event>;

/** An event of the catalogue. */
export const EventTypeInfo = Type.Object(
  {
    type: Line(60),
    group: Line(60),
    description: Line(300),
    dataSchema: Anything('JSON Schema (2020-12) of `data`'),
    sample: Type.Unsafe<Event>({ $ref: 'Event#' }),
  },
  { $id: 'EventTypeInfo', ...closed },
);
export type EventTypeInfo = Static<typeof EventTypeInfo>;

/** The schemas by their names in the OpenAPI document. */
export const WEBHOOK_SCHEMAS = {
  Webhook,
  CreatedWebhook,
  WebhookSecret,
  WebhookPublicKey,
  WebhookRotation,
  WebhookInput,
  WebhookPatch,
  DeliveryAttempt,
  Delivery,
  WebhookTestInput,
  WebhookTestResult,
  WebhookRecoveryInput,
  WebhookRecovery,
  Event,
  EventTypeInfo,
} as const;
