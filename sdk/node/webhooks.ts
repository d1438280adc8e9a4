import { WebhookVerificationError } from './errors.ts';
import type { Event, TruncatedEventData } from './generated/types.ts';

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export interface VerifyOptions {
  /** Seconds by which the sender's clock may differ. Default 300. */
  readonly tolerance?: number;
  /** Milliseconds since 1970; default: now. */
  readonly now?: number;
}

/** Headers as servers provide them: those of fetch, or of node:http. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a webhook's delivery, if the server has signed it (Standard Webhooks 1.0.0). Deliveries may come twice and in any order: the
 * `id` identifies an event, `sequence` orders events.
 * @param payload the body as it came, not parsed and written again
 * @param secrets the webhook's secret, `whsec_…`; several while it is rotated
 * @throws WebhookVerificationError that says why it cannot be trusted
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<Event> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id.includes('.') || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('webhook-id or webhook-timestamp is malformed.');
  if (Math.abs(now / 1_000 - Number(timestamp)) > tolerance)
    throw new WebhookVerificationError(
      'webhook-timestamp is too far from now: a repetition, or a wrong clock.',
    );
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const sent = signatures.split(' ').filter((one) => one.startsWith('v1,'));
  const keys = await Promise.all([secrets].flat().map(importSecret));
  const tries = keys.flatMap((key) => sent.map((one) => fits(key, one.slice(3), signed)));
  if (!(await Promise.all(tries)).includes(true))
    throw new WebhookVerificationError('No signature fits: another secret, or another body.');
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Event;
  } catch (error) {
    throw new WebhookVerificationError('The body is signed, and is not JSON.', { cause: error });
  }
}

/** Whether the data of an event was too large to be sent. In that case `data.href` is the address of the whole event (`client.events.get(event.id)`). */
export function isTruncated(data: object): data is TruncatedEventData {
  return 'truncated' in data && data.truncated === true;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`There is no header ${name}.`);
  return value;
}

async function importSecret(secret: string): Promise<Key> {
  const key = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : null;
  if (key === null || key.length === 0) throw new WebhookVerificationError('A secret is no `whsec_…`.');
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** WebCrypto compares in constant time. */
async function fits(key: Key, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const bytes = fromBase64(signature);
  return bytes !== null && crypto.subtle.verify('HMAC', key, bytes, signed);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
