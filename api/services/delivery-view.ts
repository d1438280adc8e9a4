import type { Delivery } from '../../contracts/rest/resources.ts';
import type { DeliveryRecord } from '../../store/ports/events.ts';
import { timestamp, timestampOrNull } from '../../store/views/timestamp.ts';

/** A delivery as API users see it. */
export function toDelivery(record: DeliveryRecord): Delivery {
  return {
    id: record.id,
    webhookId: record.webhookId,
    eventId: record.eventId,
    eventType: record.eventType,
    status: record.status,
    createdAt: timestamp(record.createdAt),
    nextAttemptAt: timestampOrNull(record.nextAttemptAt),
    attempts: record.attempts.map(({ startedAt, ...rest }) => ({ ...rest, startedAt: timestamp(startedAt) })),
  };
}
