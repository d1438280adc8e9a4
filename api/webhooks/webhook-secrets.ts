import { isChatKind } from '../../contracts/events/webhook-kinds.ts';
import {
  SECRET_GRACE_SECONDS,
  type WebhookPublicKey,
  type WebhookSecret,
} from '../../contracts/rest/webhooks.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Random } from '../../kit/random.ts';
import type { Sealer } from '../../kit/sealing.ts';
import { exportSigningKey, generateSigningKey } from '../../kit/signing.ts';
import type { WebhookRecord } from '../../store/ports/events.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import {
  newWebhookSecret,
  webhookKeyContext,
  webhookPublicKey,
  webhookSecretContext,
} from './sending/signature.ts';

interface SecretTools {
  readonly clock: Clock;
  readonly sealer: Sealer;
}

type Webhooks = Pick<Repositories, 'webhooks'>;

/** The secret for verifying signatures. @throws Fault conflict when it was sealed with another master key */
export async function readSecret(
  { webhooks }: Webhooks,
  { clock, sealer }: SecretTools,
  webhook: WebhookRecord,
): Promise<WebhookSecret> {
  requireSecret(webhook);
  const { id } = webhook;
  const [current, ...former] = await webhooks.secretRecords(id, clock.now());
  if (current === undefined) throw new Error(`the webhook ${id} has no secret`);
  return {
    secret: opened(sealer, current.sealed, id),
    createdAt: timestamp(current.createdAt),
    former: former.map(({ createdAt, expiresAt }) => ({
      createdAt: timestamp(createdAt),
      expiresAt: timestamp(expiresAt ?? createdAt),
    })),
  };
}

function opened(sealer: Sealer, sealed: string, id: string): string {
  try {
    return sealer.open(sealed, webhookSecretContext(id));
  } catch (cause) {
    throw unreadableSecret(cause);
  }
}

/** The secret was sealed with another master key, as after a restore without the key. */
export function unreadableSecret(cause?: unknown): Fault {
  const detail =
    'The secret cannot be read: it was stored by a server with another master key. Rotate it to get a new one.';
  return new Fault('conflict', detail, { cause });
}

/** Requests to a chat are not signed, so it has no secret. @throws Fault not_found */
function requireSecret({ kind }: WebhookRecord): void {
  if (isChatKind(kind))
    throw new Fault('not_found', 'Messages to a chat are not signed: its address is the secret.');
}

/** Gives a webhook a new secret, which signs at once. The former secrets go on signing for at most this many seconds. */
export async function rotateSecret(
  tx: Transaction,
  tools: SecretTools & { readonly random: Random },
  webhook: WebhookRecord,
  graceSeconds: number = SECRET_GRACE_SECONDS.default,
): Promise<WebhookSecret> {
  requireSecret(webhook);
  const { clock, random, sealer } = tools;
  const now = clock.now();
  const sealed = sealer.seal(newWebhookSecret(random), webhookSecretContext(webhook.id));
  await tx.webhooks.rotateSecret(webhook.id, { sealed, now, formerEndAt: now + graceSeconds * 1_000 });
  return await readSecret(tx, tools, webhook);
}

/** Makes the ed25519 key of a webhook on first use; the key stays the same from then on. */
export async function ensureSigningKey(
  tx: Transaction,
  { clock, sealer }: SecretTools,
  { id, signature }: WebhookRecord,
): Promise<void> {
  if (signature === 'hmac' || (await tx.webhooks.signingKey(id)) !== null) return;
  const key = generateSigningKey();
  await tx.webhooks.addSigningKey(id, {
    publicKey: key.publicKey,
    sealed: sealer.seal(exportSigningKey(key), webhookKeyContext(id)),
    createdAt: clock.now(),
  });
}

/** @throws Fault not_found when the webhook has never signed with ed25519 */
export async function readPublicKey(
  { webhooks }: Webhooks,
  { id }: WebhookRecord,
): Promise<WebhookPublicKey> {
  const key = await webhooks.signingKey(id);
  if (key === null)
    throw new Fault(
      'not_found',
      'This webhook has no ed25519 key: it gets one with the signature "hmac+ed25519".',
    );
  return { publicKey: webhookPublicKey(key.publicKey), createdAt: timestamp(key.createdAt) };
}
