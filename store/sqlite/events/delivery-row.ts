import type { Database } from 'better-sqlite3';
import type { DeliveryId, EventId, WebhookId } from '../../../contracts/ids.ts';
import { LISTED_ATTEMPTS, LISTED_RESPONSE_BODY } from '../../../contracts/rest/webhooks.ts';
import type { AttemptTrigger, DeliveryRecord } from '../../ports/events.ts';
import type { DeliveryState } from '../../rules/delivery-attempt.ts';
import { type EventRow, eventOf } from './event-row.ts';

export interface DeliveryRow {
  readonly id: DeliveryId;
  readonly organisation_id: number;
  readonly webhook_id: WebhookId;
  readonly event_id: EventId;
  readonly event_type: string;
  readonly status: DeliveryRecord['status'];
  readonly created_at: number;
  readonly next_attempt_at: number | null;
  readonly due_at: number | null;
  readonly attempt_count: number;
  readonly scheduled_count: number;
  readonly manual_at: number | null;
}

export interface AttemptRow {
  readonly number: number;
  readonly triggered_by: AttemptTrigger;
  readonly request_headers: string;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
}

export function stateOf(row: DeliveryRow): DeliveryState {
  return {
    status: row.status,
    nextAttemptAt: row.next_attempt_at,
    dueAt: row.due_at,
    scheduledCount: row.scheduled_count,
    manualAt: row.manual_at,
  };
}

/** Writes the state of a delivery. */
export function createStateWriter(db: Database): (id: DeliveryId, state: DeliveryState) => void {
  const move = db.prepare<[DeliveryState & { readonly id: string }]>(
    `UPDATE deliveries SET status = :status, next_attempt_at = :nextAttemptAt, due_at = :dueAt, scheduled_count = :scheduledCount,
       manual_at = :manualAt WHERE id = :id`,
  );
  return (id, state) => void move.run({ ...state, id });
}

/** Makes deliveries of rows, with their events: `whole` with all attempts that are kept, `brief` as lists show them. */
export function createDeliveryReader(
  db: Database,
): Readonly<Record<'whole' | 'brief', (row: DeliveryRow) => DeliveryRecord>> {
  const all = db.prepare<[id: string], AttemptRow>(
    'SELECT * FROM delivery_attempts WHERE delivery_id = ? ORDER BY number',
  );
  const last = db.prepare<[id: string], AttemptRow>(
    `SELECT number, triggered_by, request_headers, started_at, duration_ms, response_status,
       substr(response_body, 1, ${LISTED_RESPONSE_BODY}) AS response_body, error
     FROM delivery_attempts WHERE delivery_id = ? ORDER BY number DESC LIMIT ${LISTED_ATTEMPTS}`,
  );
  const event = db.prepare<[id: string], EventRow>('SELECT * FROM events WHERE id = ?');
  const deliveryOf = (row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryRecord => {
    const body = event.get(row.event_id);
    if (body === undefined) throw new Error(`the event of delivery ${row.id} is missing`);
    return {
      id: row.id,
      webhookId: row.webhook_id,
      eventId: row.event_id,
      eventType: row.event_type,
      status: row.status,
      createdAt: row.created_at,
      nextAttemptAt: row.next_attempt_at,
      body: eventOf(body),
      attemptCount: row.attempt_count,
      attempts: attempts.map((attempt) => ({
        number: attempt.number,
        trigger: attempt.triggered_by,
        requestHeaders: JSON.parse(attempt.request_headers),
        startedAt: attempt.started_at,
        durationMs: attempt.duration_ms,
        responseStatus: attempt.response_status,
        responseBody: attempt.response_body,
        error: attempt.error,
      })),
    };
  };
  return {
    whole: (row) => deliveryOf(row, all.all(row.id)),
    brief: (row) => deliveryOf(row, last.all(row.id).reverse()),
  };
}
