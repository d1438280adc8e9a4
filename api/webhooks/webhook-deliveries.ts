import type { WebhookRecovery, WebhookRecoveryInput } from '../../contracts/rest/webhooks.ts';
import { Fault } from '../../kit/fault.ts';
import type { DeliveryRecord, WebhookRecord } from '../../store/ports/events.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { fieldFault, notFound } from '../input/field-fault.ts';
import { EVENTS_KEEP_DAYS } from '../scheduler/housekeeping.ts';

const DAY_MS = 86_400_000;

/** @throws Fault not_found */
export async function deliveryOf(
  { deliveries }: Pick<Repositories, 'deliveries'>,
  { id, organisationId }: WebhookRecord,
  deliveryId: string,
): Promise<DeliveryRecord> {
  const delivery = await deliveries.get(organisationId, id, deliveryId);
  if (delivery === null) throw notFound('delivery');
  return delivery;
}

/** Refuses an endpoint that is disabled, because nothing is sent to it. @throws Fault conflict */
export function requireEnabled({ enabled }: WebhookRecord): void {
  if (!enabled)
    throw new Fault('conflict', 'The webhook is disabled; enable it first, or try it with the test call.');
}

/**
 * Starts sending again the events of a range that the endpoint has not accepted.
 * @throws Fault conflict when it is disabled, events_expired when the range begins before what is kept, validation_failed
 */
export async function recover(
  tx: Transaction,
  webhook: WebhookRecord,
  input: WebhookRecoveryInput,
  now: number,
): Promise<WebhookRecovery> {
  const since = readMoment('since', input.since);
  const until = input.until === undefined ? now : readMoment('until', input.until);
  if (since >= until) throw fieldFault('#/since', 'range', '"since" must be before "until".');
  requireEnabled(webhook);
  const oldest = now - EVENTS_KEEP_DAYS * DAY_MS;
  if (since < oldest)
    throw new Fault(
      'events_expired',
      `Events are kept for ${EVENTS_KEEP_DAYS} days; "since" may be ${timestamp(oldest)} and later.`,
    );
  await tx.deliveries.recover(webhook, { since, until });
  return { webhookId: webhook.id, since: timestamp(since), until: timestamp(until) };
}

function readMoment(name: 'since' | 'until', text: string): number {
  const at = Date.parse(text);
  // A leap second has the form of a date-time but no epoch milliseconds.
  if (Number.isNaN(at)) throw fieldFault(`#/${name}`, 'format', `"${name}" is no moment that exists.`);
  return at;
}
