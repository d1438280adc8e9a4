import { isEventFilter } from '../../contracts/events/catalogue.ts';
import { isChatKind } from '../../contracts/events/webhook-kinds.ts';
import type { WebhookInput, WebhookPatch } from '../../contracts/rest/webhooks.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type { WebhookRecord } from '../../store/ports/events.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import type { RouteTools } from '../http/route.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import type { SsrfGuard } from '../outbound/ssrf-guard.ts';
import { checkAddress } from './chat/address.ts';
import { announceDisabled } from './delivery/disabled.ts';
import { checkHeaders } from './own-headers.ts';
import { entranceOf, moveChat } from './webhook-address.ts';
import { ensureSigningKey } from './webhook-secrets.ts';

export interface WebhookTools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly sealer: Sealer;
}

type Guard = Pick<SsrfGuard, 'checkUrl'>;

/** Tools of endpoints that take the address of a receiver. */
export interface WebhookRouteTools extends RouteTools {
  readonly webhookGuard: Guard;
}

type Changes = Partial<
  Pick<WebhookRecord, 'url' | 'events' | 'description' | 'enabled' | 'headers' | 'signature'>
>;

/**
 * Checks what the schema cannot: event names, own headers, and that the URL leads to an allowed address. It resolves names, so call it
 * before the transaction.
 * @param known what the webhook is, or is to be
 * @throws Fault validation_failed
 */
export async function readWebhook(
  guard: Guard,
  input: WebhookPatch,
  known: Pick<WebhookRecord, 'kind'> & Partial<Pick<WebhookRecord, 'url'>>,
): Promise<Changes> {
  const { events, description, enabled, headers, signature } = input;
  // A caller that sends the shown, masked address of a chat back changes nothing.
  const url = isChatKind(known.kind) && input.url === known.url ? undefined : input.url;
  if (events !== undefined) checkEvents(events);
  const checked = headers === undefined ? {} : { headers: checkHeaders(headers) };
  if (isChatKind(known.kind) && signature !== undefined && signature !== 'hmac')
    throw fieldFault('#/signature', 'not_signed', 'Messages to a chat are not signed.');
  if (url !== undefined) {
    checkAddress(known.kind, url);
    await guard.checkUrl(url);
  }
  return {
    ...checked,
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(signature === undefined ? {} : { signature }),
  };
}

/** Stores a new webhook and returns its secret; a chat has none. @param changes as `readWebhook` gave them for the input */
export async function createWebhook(
  tx: Transaction,
  tools: WebhookTools,
  request: {
    readonly organisationId: number;
    readonly input: Pick<WebhookInput, 'url' | 'kind'>;
    readonly changes: Changes;
  },
): Promise<{ readonly webhook: WebhookRecord; readonly secret: string | null }> {
  const { clock, ids, random, sealer } = tools;
  const id = ids.next('whk');
  const now = clock.now();
  const { secret, ...entrance } = entranceOf({ random, sealer }, id, request.input);
  const webhook = await tx.webhooks.create({
    events: ['*'],
    description: null,
    enabled: true,
    headers: {},
    signature: 'hmac',
    ...request.changes,
    ...entrance,
    id,
    organisationId: request.organisationId,
    kind: request.input.kind ?? 'standard',
    disabledReason: null,
    createdAt: now,
    updatedAt: now,
  });
  await ensureSigningKey(tx, tools, webhook);
  return { webhook, secret };
}

/** Applies a patch. When it disables the webhook, the other endpoints get the event. A patch that changes nothing writes nothing. */
export async function changeWebhook(
  tx: Transaction,
  tools: Pick<WebhookTools, 'clock' | 'sealer'>,
  known: WebhookRecord,
  changes: Changes,
): Promise<WebhookRecord> {
  if (Object.keys(changes).length === 0) return known;
  const now = tools.clock.now();
  const shown =
    isChatKind(known.kind) && changes.url !== undefined
      ? { ...changes, url: await moveChat(tx, tools.sealer, known, { url: changes.url, now }) }
      : changes;
  const changed = await tx.webhooks.update(known.organisationId, known.id, shown, now);
  if (changed === null) throw notFound('webhook');
  await ensureSigningKey(tx, tools, changed);
  if (known.enabled && !changed.enabled) await announceDisabled(tx, changed, 'requested', now);
  tx.wake({ kind: 'deliveries' });
  return changed;
}

/** @throws Fault not_found */
export async function webhookOf(
  { webhooks }: Pick<Repositories, 'webhooks'>,
  organisationId: number,
  id: string,
): Promise<WebhookRecord> {
  const webhook = await webhooks.get(organisationId, id);
  if (webhook === null) throw notFound('webhook');
  return webhook;
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
