import type { WebhookRecord } from '../../../store/ports/events.ts';
import type { Transaction } from '../../../store/ports/store.ts';

/**
 * Fires the event that an endpoint was disabled, to the other endpoints. Call it in the transaction that disables the endpoint, and after
 * that, so that the endpoint does not get the event.
 */
export async function announceDisabled(
  tx: Pick<Transaction, 'events'>,
  { id, organisationId }: WebhookRecord,
  reason: string,
  at: number,
): Promise<void> {
  await tx.events.append({ type: 'webhook.disabled', organisationId, at, data: { webhookId: id, reason } });
}
