import { isChatKind, type WebhookKind } from '../../contracts/events/webhook-kinds.ts';
import type { WebhookInput } from '../../contracts/rest/webhooks.ts';
import type { Random } from '../../kit/random.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type { WebhookRecord } from '../../store/ports/events.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { chatAddressContext, maskedAddress } from './chat/address.ts';
import { newWebhookSecret, webhookSecretContext } from './sending/signature.ts';

/** Where requests to a new endpoint go, and what lets them in: as it is stored, and as it is shown this once. */
export interface Entrance {
  /** As it is kept and shown: a chat's is masked. */
  readonly url: string;
  readonly sealedSecret: string;
  /** Null for a chat: its address is the secret, and whoever gave it knows it. */
  readonly secret: string | null;
}

/** Makes the secret of an endpoint, or seals the address of a chat in its place. */
export function entranceOf(
  { random, sealer }: { readonly random: Random; readonly sealer: Sealer },
  id: WebhookRecord['id'],
  { url, kind = 'standard' }: Pick<WebhookInput, 'url' | 'kind'>,
): Entrance {
  if (isChatKind(kind)) return { ...sealedAddress(sealer, { id, kind }, url), secret: null };
  const secret = newWebhookSecret(random);
  return { url, sealedSecret: sealer.seal(secret, webhookSecretContext(id)), secret };
}

/** Gives a chat another address; the former one is forgotten. @returns the address as it is shown */
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
