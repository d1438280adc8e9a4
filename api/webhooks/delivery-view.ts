import { isChatKind, type WebhookKind } from '../../contracts/events/webhook-kinds.ts';
import type { Delivery, DeliveryAttempt } from '../../contracts/rest/webhooks.ts';
import type { DeliveryRecord } from '../../store/ports/events.ts';
import { timestamp, timestampOrNull } from '../../store/views/timestamp.ts';
import { requestBody } from '../events/request-body.ts';
import { batchOf } from './chat/joined.ts';
import { chatBody } from './chat/request.ts';

/**
 * A delivery as the API shows it. For a chat it shows the message of this event alone, although several events may have been sent as one.
 * @param kind of its webhook
 */
export function toDelivery(record: DeliveryRecord, kind: WebhookKind): Delivery {
  return {
    id: record.id,
    webhookId: record.webhookId,
    eventId: record.eventId,
    eventType: record.eventType,
    status: record.status,
    createdAt: timestamp(record.createdAt),
    nextAttemptAt: timestampOrNull(record.nextAttemptAt),
    requestBody: isChatKind(kind) ? chatBody(kind, batchOf(record.body)) : requestBody(record.body),
    attemptCount: record.attemptCount,
    attempts: record.attempts.map(toAttempt),
  };
}

/** One attempt of a delivery. */
export function toAttempt(attempt: DeliveryRecord['attempts'][number]): DeliveryAttempt {
  return {
    number: attempt.number,
    trigger: attempt.trigger,
    startedAt: timestamp(attempt.startedAt),
    durationMs: attempt.durationMs,
    requestHeaders: { ...attempt.requestHeaders },
    responseStatus: attempt.responseStatus,
    responseBody: attempt.responseBody,
    error: attempt.error,
  };
}
