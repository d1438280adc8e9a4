import { isEventFilter } from '../../contracts/events/catalogue.ts';
import type { WebhookInput, WebhookPatch } from '../../contracts/rest/requests.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type { WebhookRecord } from '../../store/ports/events.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { checkHeaders } from '../webhooks/own-headers.ts';
import { newWebhookSecret, webhookSecretContext } from '../webhooks/signature.ts';
import type { SsrfGuard } from '../webhooks/ssrf-guard.ts';

type Guard = Pick<SsrfGuard, 'checkUrl'>;
type Changes = Partial<Pick<WebhookRecord, 'url' | 'events' | 'description' | 'enabled' | 'headers'>>;

/**
 * Checks what the schema cannot: event names, own headers, and that the URL leads to an allowed address. It resolves names: call it before the
 * transaction. @throws Fault validation_failed
 */
export async function readWebhook(guard: Guard, input: WebhookPatch): Promise<Changes> {
  const { url, events, description, enabled, headers } = input;
  if (events !== undefined) checkEvents(events);
  const checked = headers === undefined ? {} : { headers: checkHeaders(headers) };
  if (url !== undefined) await guard.checkUrl(url);
  return {
    ...checked,
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}

/** Stores a new webhook with its secret, which is given back this once. @param changes as `readWebhook` gave them for the input */
export async function createWebhook(
  tx: Transaction,
  tools: { readonly clock: Clock; readonly ids: IdSource; readonly random: Random; readonly sealer: Sealer },
  request: {
    readonly organisationId: number;
    readonly input: Pick<WebhookInput, 'url'>;
    readonly changes: Changes;
  },
): Promise<{ readonly webhook: WebhookRecord; readonly secret: string }> {
  const { clock, ids, random, sealer } = tools;
  const id = ids.next('whk');
  const now = clock.now();
  const secret = newWebhookSecret(random);
  const webhook = await tx.webhooks.create({
    events: ['*'],
    description: null,
    enabled: true,
    headers: {},
    url: request.input.url,
    ...request.changes,
    id,
    organisationId: request.organisationId,
    kind: 'standard',
    disabledReason: null,
    signature: 'hmac',
    createdAt: now,
    updatedAt: now,
    sealedSecret: sealer.seal(secret, webhookSecretContext(id)),
  });
  return { webhook, secret };
}

function checkEvents(events: readonly string[]): void {
  const errors = events.flatMap((filter, at): FieldError[] =>
    isEventFilter(filter)
      ? []
      : [
          {
            in: 'body',
            pointer: `#/events/${at}`,
            code: 'unknown_event',
            detail: `"${filter}" names no event, no group of events (device.*) and not all (*).`,
          },
        ],
  );
  if (errors.length > 0)
    throw new Fault('validation_failed', errors[0]?.detail ?? '', { extras: { errors } });
}
