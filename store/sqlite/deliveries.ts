import { sql } from 'kysely';
import type { DeliveryId, EventId, WebhookId } from '../../contracts/ids.ts';
import type { AttemptOutcome, ClaimedDelivery, DeliveryRecord, DeliveryStore } from '../ports/events.ts';
import { attemptedDelivery, isSettled } from '../rules/delivery-attempt.ts';
import { attemptedWebhook } from '../rules/webhook-changes.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';
import { type EventRow, eventOf } from './events.ts';
import { isOneOf, type ListSource } from './list-query.ts';
import { createWebhookWriter, type WebhookRow, webhookOf } from './webhooks.ts';

interface DeliveryRow {
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
}

interface AttemptRow {
  readonly number: number;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
}

const SORTABLE: ListSource<DeliveryRow, 'createdAt'>['sortable'] = {
  createdAt: { column: 'created_at', nullable: false },
};

export function createDeliveryStore(context: Pick<Context, 'db' | 'lists'>): Synchronous<DeliveryStore> {
  const { db, lists } = context;
  const nextDueAt = db
    .prepare<[], number | null>(
      `SELECT min((SELECT min(due_at) FROM deliveries WHERE webhook_id = webhooks.id AND due_at IS NOT NULL)) FROM webhooks WHERE enabled = 1`,
    )
    .pluck();
  const waiting = db.prepare<[], number>('SELECT count(*) FROM deliveries WHERE due_at IS NOT NULL').pluck();
  const attempts = db.prepare<[id: string], AttemptRow>(
    'SELECT * FROM delivery_attempts WHERE delivery_id = ? ORDER BY number',
  );

  return {
    claim: createClaim(context),
    settle: createSettle(context),
    nextDueAt: () => nextDueAt.get() ?? null,
    waiting: () => waiting.get() ?? 0,
    list(query) {
      const { webhookId, status } = query.filter;
      const conditions = [
        sql`webhook_id = ${webhookId}`,
        sql`organisation_id = ${query.organisationId}`,
        ...(status === undefined ? [] : [isOneOf('status', status)]),
      ];
      const page = lists.read<DeliveryRow, 'createdAt'>(
        { table: 'deliveries', columns: sql.raw('*'), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map((row) => deliveryOf(row, attempts.all(row.id))) };
    },
  };
}

/**
 * Each endpoint is asked for its own oldest, no more than it has room for; so the backlog of a slow one stands in nobody's way.
 */
function createClaim({ db }: Pick<Context, 'db'>): Synchronous<DeliveryStore>['claim'] {
  const webhooks = db.prepare<[], WebhookRow>('SELECT * FROM webhooks WHERE enabled = 1 ORDER BY id');
  const dueOf = db.prepare<
    [webhookId: string, now: number, limit: number],
    DeliveryRow & { readonly due_at: number }
  >(
    'SELECT * FROM deliveries WHERE webhook_id = ? AND due_at IS NOT NULL AND due_at <= ? ORDER BY due_at, id LIMIT ?',
  );
  const take = db.prepare<[claimedUntil: number, id: string]>(
    'UPDATE deliveries SET due_at = ? WHERE id = ?',
  );
  const event = db.prepare<[id: string], EventRow>('SELECT * FROM events WHERE id = ?');

  return ({ now, claimedUntil, limit, perWebhook, busy }) => {
    const due = webhooks.all().flatMap((row) => {
      const room = Math.min(limit, perWebhook - (busy.get(row.id) ?? 0));
      if (room <= 0) return [];
      const webhook = webhookOf(row);
      return dueOf.all(row.id, now, room).map((delivery) => ({ delivery, webhook }));
    });
    due.sort((a, b) => a.delivery.due_at - b.delivery.due_at || (a.delivery.id < b.delivery.id ? -1 : 1));
    return due.slice(0, limit).map(({ delivery, webhook }): ClaimedDelivery => {
      const body = event.get(delivery.event_id);
      if (body === undefined) throw new Error(`the event of delivery ${delivery.id} is missing`);
      take.run(claimedUntil, delivery.id);
      return { id: delivery.id, webhook, body: eventOf(body), attempt: delivery.attempt_count + 1 };
    });
  };
}

function createSettle({ db }: Pick<Context, 'db'>): Synchronous<DeliveryStore>['settle'] {
  const find = db.prepare<[id: string], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?');
  const webhook = db.prepare<[id: string], WebhookRow>('SELECT * FROM webhooks WHERE id = ?');
  const webhooks = createWebhookWriter({ db });
  const insert = db.prepare<[AttemptRow & { readonly id: string }]>(
    `INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, response_status, response_body, error)
     VALUES (:id, :number, :started_at, :duration_ms, :response_status, :response_body, :error)`,
  );
  const count = db.prepare<[id: string]>(
    'UPDATE deliveries SET attempt_count = attempt_count + 1 WHERE id = ?',
  );
  const move = db.prepare<
    [{ readonly id: string; readonly status: string; readonly nextAttemptAt: number | null }]
  >(
    'UPDATE deliveries SET status = :status, next_attempt_at = :nextAttemptAt, due_at = :nextAttemptAt WHERE id = :id',
  );

  return (id: DeliveryId, outcome: AttemptOutcome) => {
    const row = find.get(id);
    // Its webhook was deleted while the request was on its way.
    if (row === undefined) return;
    insert.run({
      id,
      number: row.attempt_count + 1,
      started_at: outcome.startedAt,
      duration_ms: outcome.durationMs,
      response_status: outcome.responseStatus,
      response_body: outcome.responseBody,
      error: outcome.error,
    });
    count.run(id);
    if (!isSettled(row.status)) move.run({ id, ...attemptedDelivery(outcome.verdict) });
    const endpoint = webhook.get(row.webhook_id);
    if (endpoint !== undefined) webhooks.put(attemptedWebhook(webhookOf(endpoint), outcome));
  };
}

function deliveryOf(row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryRecord {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.started_at,
      durationMs: attempt.duration_ms,
      responseStatus: attempt.response_status,
      responseBody: attempt.response_body,
      error: attempt.error,
    })),
  };
}
