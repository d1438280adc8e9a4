import type { WebhookId } from '../../contracts/ids.ts';
import type { ComposeTools } from './compose.ts';

/** What composing a request asks for. */
type KeyTools = Pick<ComposeTools, 'store' | 'sealer'>;

/**
 * The same, for the deliveries of one claim: each endpoint’s keys are read and opened once, which costs more than to sign and send. They are those that stand when
 * the first delivery to it starts; the next claim asks anew.
 */
export function createClaimKeys({ store: { webhooks }, sealer }: KeyTools): KeyTools {
  const secrets = new Map<WebhookId, ReturnType<typeof webhooks.secrets>>();
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
