import type { WebhookId } from '../../../contracts/ids.ts';
import type { ClaimedDelivery } from '../../../store/ports/events.ts';
import type { ComposeTools } from './compose.ts';

/** The tools for composing a request. */
type KeyTools = Pick<ComposeTools, 'store' | 'sealer'>;

/**
 * Wraps the tools for the deliveries of one claim. The secrets of each endpoint come from the claim and are opened once: to read and open
 * them for each delivery costs more than to sign and send it. Secrets that the claim lacks are read once. Each claim needs a new wrapper.
 */
export function createClaimKeys(
  { store: { webhooks }, sealer }: KeyTools,
  claimed: readonly Pick<ClaimedDelivery, 'webhook' | 'secrets'>[],
): KeyTools {
  const secrets = new Map<WebhookId, ReturnType<typeof webhooks.secrets>>();
  for (const { webhook, secrets: given } of claimed)
    if (given !== undefined && !secrets.has(webhook.id)) secrets.set(webhook.id, Promise.resolve(given));
  const signingKeys = new Map<WebhookId, ReturnType<typeof webhooks.signingKey>>();
  const opened = new Map<string, string>();
  return {
    store: {
      webhooks: {
        secrets: (id, now) => once(secrets, id, () => webhooks.secrets(id, now)),
        signingKey: (id) => once(signingKeys, id, () => webhooks.signingKey(id)),
      },
    },
    sealer: {
      open: (sealed, context) => once(opened, `${context} ${sealed}`, () => sealer.open(sealed, context)),
    },
  };
}

function once<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
