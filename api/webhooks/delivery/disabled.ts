import type { WebhookRecord } from '../../../store/ports/events.ts';
import type { Transaction } from '../../../store/ports/store.ts';

/** Tells the other endpoints that one was disabled. Inside the transaction that disables it, and after that, so that it is not told itself. */
export async function announceDisabled(
  tx: Pick<Transaction, 'events'>,
  { id, organisationId }: WebhookRecord,
  reason: string,
  at: number,
): Promise<void> {
  await tx.events.append({ type: 'webhook.disabled', organisationId, at, data: { webhookId: id, reason } });
}
