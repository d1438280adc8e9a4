import type { EventBody } from '../../../contracts/events/catalogue.ts';
import type { ChatKind } from '../../../contracts/events/webhook-kinds.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { Sealer } from '../../../kit/sealing.ts';
import { importSigningKey } from '../../../kit/signing.ts';
import type { ClaimedDelivery, WebhookRecord } from '../../../store/ports/events.ts';
import type { Store } from '../../../store/ports/store.ts';
import { maskedHeaders } from '../../../store/views/webhook.ts';
import { requestBody } from '../../events/request-body.ts';
import { chatAddressContext } from '../chat/address.ts';
import { batchOf } from '../chat/joined.ts';
import { chatRequest } from '../chat/request.ts';
import type { AttemptRequest } from '../sending/attempt.ts';
import {
  type SignedContent,
  signWebhook,
  webhookKeyContext,
  webhookSecretContext,
} from '../sending/signature.ts';

export interface ComposeTools {
  readonly store: { readonly webhooks: Pick<Store['webhooks'], 'secrets' | 'signingKey'> };
  readonly sealer: Pick<Sealer, 'open'>;
  readonly log: Log;
}

/** An event to send to an endpoint at a moment (epoch milliseconds). */
export interface Sending {
  readonly webhook: WebhookRecord;
  readonly event: EventBody;
  readonly startedAt: number;
  /** The claim, for a chat: the events that go into the same message, and the names of things. */
  readonly claim?: Pick<ClaimedDelivery, 'joined' | 'names'>;
}

/** A request that is ready to be sent. */
export interface Composed {
  readonly request: AttemptRequest;
  /** Its headers for the delivery log. The endpoint's own headers are without their values. */
  readonly shownHeaders: Readonly<Record<string, string>>;
}

const USER_AGENT = 'Schoolgate-Webhooks/1';

/**
 * The request that brings an event to an endpoint of its kind. Null = it cannot be signed, because its secrets were sealed with another
 * master key; this is logged.
 * @throws what the store throws
 */
export async function composeRequest(tools: ComposeTools, sending: Sending): Promise<Composed | null> {
  const { webhook, startedAt } = sending;
  switch (webhook.kind) {
    case 'standard': {
      const sealed = await sealedKeys(tools.store, webhook, startedAt);
      return standardRequest(tools, sending, sealed);
    }
    case 'slack':
    case 'teams':
    case 'discord':
    case 'google_chat': {
      const [sealed] = await tools.store.webhooks.secrets(webhook.id, startedAt);
      return chatMessageRequest(tools, { ...sending, kind: webhook.kind }, sealed);
    }
  }
}

/** Nothing is signed. The address lets us in; it is sealed in the place where other kinds have their secret. */
function chatMessageRequest(
  { sealer, log }: ComposeTools,
  { webhook, kind, event, claim }: Sending & { readonly kind: ChatKind },
  sealed: string | undefined,
): Composed | null {
  try {
    if (sealed === undefined) throw new Error('it has no address');
    const url = sealer.open(sealed, chatAddressContext(webhook.id));
    const { headers: ours, ...request } = chatRequest(kind, url, batchOf(event, claim));
    const agent = { 'user-agent': USER_AGENT };
    return {
      request: { ...request, headers: { ...agent, ...webhook.headers, ...ours } },
      shownHeaders: { ...agent, ...maskedHeaders(webhook.headers), ...ours },
    };
  } catch (error) {
    log.error({ webhookId: webhook.id, error: messageOf(error) }, 'the address of a chat cannot be opened');
    return null;
  }
}

/** The endpoint's own headers come first and ours overwrite them, so that none of its headers can replace a signature. */
function standardRequest(
  { sealer, log }: ComposeTools,
  { webhook, event, startedAt }: Sending,
  sealed: SealedKeys,
): Composed | null {
  const { id } = event;
  const body = requestBody(event);
  const timestampSeconds = Math.floor(startedAt / 1_000);
  try {
    const keys = openKeys(sealer, webhook, sealed);
    const ours = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signWebhook({ id, timestampSeconds, body, ...keys }),
    };
    const agent = { 'user-agent': USER_AGENT };
    return {
      request: { url: webhook.url, headers: { ...agent, ...webhook.headers, ...ours }, body },
      shownHeaders: { ...agent, ...maskedHeaders(webhook.headers), ...ours },
    };
  } catch (error) {
    log.error({ webhookId: webhook.id, error: messageOf(error) }, 'a webhook cannot be signed');
    return null;
  }
}

/** The sealed secrets and key that sign for an endpoint now. */
interface SealedKeys {
  readonly secrets: readonly string[];
  readonly privateKey: string | null;
}

async function sealedKeys(
  { webhooks }: ComposeTools['store'],
  { id, signature }: WebhookRecord,
  now: number,
): Promise<SealedKeys> {
  const secrets = await webhooks.secrets(id, now);
  if (signature === 'hmac') return { secrets, privateKey: null };
  const key = await webhooks.signingKey(id);
  if (key === null) throw new Error(`the webhook ${id} has no ed25519 key`);
  return { secrets, privateKey: key.sealed };
}

/** @throws when one cannot be opened */
function openKeys(
  sealer: ComposeTools['sealer'],
  { id }: WebhookRecord,
  { secrets, privateKey }: SealedKeys,
): Pick<SignedContent, 'secrets' | 'privateKey'> {
  const opened = secrets.map((each) => sealer.open(each, webhookSecretContext(id)));
  if (privateKey === null) return { secrets: opened };
  const key = importSigningKey(sealer.open(privateKey, webhookKeyContext(id)));
  return { secrets: opened, privateKey: key.privateKey };
}
