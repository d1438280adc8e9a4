import type { EventId, WebhookId } from '../../../contracts/ids.ts';
import type { Context } from '../connection/context.ts';

/** Makes a delivery that is due now, and wakes the sender. */
export function createDeliveryWriter({ db, ids, wake, now }: Pick<Context, 'db' | 'ids' | 'wake' | 'now'>) {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO deliveries (id, organisation_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at, due_at)
     VALUES (:id, :organisationId, :webhookId, :eventId, :type, 'pending', :now, :now, :now)`,
  );
  return (delivery: {
    readonly organisationId: number;
    readonly webhookId: WebhookId;
    readonly eventId: EventId;
    readonly type: string;
  }): void => {
    insert.run({ ...delivery, id: ids.next('dlv'), now: now() });
    wake({ kind: 'deliveries' });
  };
}
