import { createHmac, type KeyObject, sign } from 'node:crypto';
import type { Random } from '../../../kit/random.ts';

/** 256 bits, the output length of SHA-256. A longer key adds nothing (RFC 2104 section 3). */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';
const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

/** The content that one attempt signs. */
export interface SignedContent {
  /** The event's id, sent as `webhook-id`. */
  readonly id: string;
  /** Unix seconds of this attempt, sent as `webhook-timestamp`. */
  readonly timestampSeconds: number;
  /** The body, byte for byte as sent. */
  readonly body: string;
  /** The `whsec_…` secrets that sign now. Each gives one signature, in this order. */
  readonly secrets: readonly string[];
  /** An ed25519 private key that signs too. */
  readonly privateKey?: KeyObject;
}

/** Makes a webhook's secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0.0, "Signature scheme"). */
export function newWebhookSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random.bytes(SECRET_BYTES)).toString('base64');
}

/**
 * The context under which the secret of a webhook is sealed at rest (`kit/sealing`). Every writer must seal with exactly this, or delivery
 * cannot open it: `sealer.seal(newWebhookSecret(random), webhookSecretContext(id))`.
 */
export function webhookSecretContext(webhookId: string): string {
  return `webhook-secret:${webhookId}`;
}

/** The same context for the webhook's ed25519 private key, PKCS #8 PEM. */
export function webhookKeyContext(webhookId: string): string {
  return `webhook-key:${webhookId}`;
}

/** An ed25519 public key in the form for receivers: `whpk_` and base64. @param publicKey raw, in base64url */
export function webhookPublicKey(publicKey: string): string {
  return `whpk_${Buffer.from(publicKey, 'base64url').toString('base64')}`;
}

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0.0): for every secret `v1,` and the base64 of HMAC-SHA-256 over
 * `{id}.{timestamp}.{body}`. With a private key `v1a,` follows, with the base64 of the ed25519 signature (RFC 8032) of the same text.
 * Spaces separate the signatures. A receiver accepts any match.
 * @throws RangeError for an id or timestamp that would make the signed text ambiguous, for no secrets, and for a malformed one
 */
export function signWebhook({ id, timestampSeconds, body, secrets, privateKey }: SignedContent): string {
  if (id === '' || id.includes('.')) throw new RangeError('a webhook id has no full stop');
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0)
    throw new RangeError('a webhook timestamp is in whole seconds');
  if (secrets.length === 0) throw new RangeError('a webhook is signed by at least one secret');
  const content = `${id}.${timestampSeconds}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`,
  );
  if (privateKey !== undefined)
    signatures.push(`v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`);
  return signatures.join(' ');
}

function keyOf(secret: string): Buffer {
  if (!SECRET.test(secret)) throw new RangeError('a webhook secret is whsec_ and base64');
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}
