import { isChatKind, type WebhookKind } from '../../contracts/events/webhook-kinds.ts';
import type { WebhookInput } from '../../contracts/rest/webhooks.ts';
import type { Random } from '../../kit/random.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type { WebhookRecord } from '../../store/ports/events.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { chatAddressContext, maskedAddress } from './chat/address.ts';
import { newWebhookSecret, webhookSecretContext } from './sending/signature.ts';

/** The address of a new endpoint and its secret, in the stored form and in the form that is shown once. */
export interface Entrance {
  /** The stored and shown address. A chat's address is masked. */
  readonly url: string;
  readonly sealedSecret: string;
  /** Null for a chat: its address is the secret, and the caller knows it already. */
  readonly secret: string | null;
}

/** Makes the secret of an endpoint. For a chat it seals the address instead. */
export function entranceOf(
  { random, sealer }: { readonly random: Random; readonly sealer: Sealer },
  id: WebhookRecord['id'],
  { url, kind = 'standard' }: Pick<WebhookInput, 'url' | 'kind'>,
): Entrance {
  if (isChatKind(kind)) return { ...sealedAddress(sealer, { id, kind }, url), secret: null };
  const secret = newWebhookSecret(random);
  return { url, sealedSecret: sealer.seal(secret, webhookSecretContext(id)), secret };
}

/** Gives a chat another address and forgets the former one. @returns the address as it is shown */
export async function moveChat(
  tx: Transaction,
  sealer: Sealer,
  chat: Pick<WebhookRecord, 'id' | 'kind'>,
  change: { readonly url: string; readonly now: number },
): Promise<string> {
  const { url, sealedSecret: sealed } = sealedAddress(sealer, chat, change.url);
  await tx.webhooks.rotateSecret(chat.id, { sealed, now: change.now, formerEndAt: change.now });
  return url;
}

function sealedAddress(
  sealer: Sealer,
  { id, kind }: { readonly id: WebhookRecord['id']; readonly kind: WebhookKind },
  address: string,
): Pick<Entrance, 'url' | 'sealedSecret'> {
  return {
    url: isChatKind(kind) ? maskedAddress(kind, address) : address,
    sealedSecret: sealer.seal(address, chatAddressContext(id)),
  };
}
