import { sql } from 'kysely';
import type { DeliveryId, WebhookId } from '../../../contracts/ids.ts';
import { KEPT_ATTEMPTS } from '../../../contracts/rest/webhooks.ts';
import type { AttemptOutcome, ClaimedDelivery, DeliveryStore, SettledAttempt } from '../../ports/events.ts';
import { askedDelivery, attemptedDelivery, type DeliveryState } from '../../rules/delivery-attempt.ts';
import { attemptedWebhook } from '../../rules/webhook-changes.ts';
import type { Context } from '../connection/context.ts';
import { isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads, repeatable, type Synchronous, writes } from '../connection/repository.ts';
import { createChatClaim, createChatHolds, WHOLE_CHAT } from './chat-claims.ts';
import { createDeliveryRecovery } from './delivery-recovery.ts';
import {
  type AttemptRow,
  createDeliveryReader,
  createStateWriter,
  type DeliveryRow,
  stateOf,
} from './delivery-row.ts';
import { type EventRow, eventOf } from './event-row.ts';
import { createSecrets, createWebhookWriter, type WebhookRow, webhookOf } from './webhooks.ts';

const SORTABLE: ListSource<DeliveryRow, 'createdAt'>['sortable'] = {
  createdAt: { column: 'created_at', nullable: false },
};

export function createDeliveryStore(
  context: Pick<Context, 'db' | 'lists' | 'ids' | 'wake' | 'now'>,
): Repository<DeliveryStore> {
  const { db, lists, wake } = context;
  const nextDueAt = db
    .prepare<[], number | null>(
      `SELECT min((SELECT min(due_at) FROM deliveries WHERE webhook_id = webhooks.id AND due_at IS NOT NULL)) FROM webhooks WHERE enabled = 1`,
    )
    .pluck();
  const waiting = db.prepare<[], number>('SELECT count(*) FROM deliveries WHERE due_at IS NOT NULL').pluck();
  const find = db.prepare<[Record<string, unknown>], DeliveryRow>(
    'SELECT * FROM deliveries WHERE id = :id AND webhook_id = :webhookId AND organisation_id = :organisationId',
  );
  const byId = db.prepare<[id: string], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?');
  const { whole, brief } = createDeliveryReader(db);
  const move = createStateWriter(db);

  return {
    claim: repeatable(createClaim(context)),
    settleMany: repeatable(createSettle(context)),
    holdChat: writes((id, until) => createChatHolds(context).set(id, WHOLE_CHAT, until)),
    nextDueAt: reads(() => nextDueAt.get() ?? null),
    waiting: reads(() => waiting.get() ?? 0),
    list: reads((query) => {
      const { webhookId, status, eventType } = query.filter;
      const conditions = [
        sql`webhook_id = ${webhookId}`,
        sql`organisation_id = ${query.organisationId}`,
        ...(status === undefined ? [] : [isOneOf('status', status)]),
        ...(eventType === undefined ? [] : [isOneOf('event_type', eventType)]),
        ...(query.range === undefined
          ? []
          : [sql`created_at >= ${query.range.from}`, sql`created_at < ${query.range.to}`]),
      ];
      const page = lists.read<DeliveryRow, 'createdAt'>(
        { table: 'deliveries', columns: sql.raw('*'), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map(brief) };
    }),
    get: reads((organisationId, webhookId, id) => {
      const row = find.get({ organisationId, webhookId, id });
      return row === undefined ? null : whole(row);
    }),
    redeliver: writes((id, now) => {
      const row = byId.get(id);
      if (row === undefined) return;
      move(id, askedDelivery(stateOf(row), now));
      wake({ kind: 'deliveries' });
    }),
    ...createDeliveryRecovery(context),
  };
}

/**
 * Each endpoint is asked for its own oldest, no more than it has room for; so the backlog of a slow one stands in nobody's way.
 */
function createClaim({ db }: Pick<Context, 'db'>): Synchronous<DeliveryStore>['claim'] {
  const chats = db.prepare<[], WebhookRow>(
    `SELECT * FROM webhooks WHERE enabled = 1 AND kind <> 'standard' ORDER BY id`,
  );
  // Only those with something to do: most of a hundred endpoints have nothing most of the time.
  const ready = db.prepare<[now: number], WebhookRow>(
    `SELECT * FROM webhooks WHERE enabled = 1 AND kind = 'standard'
       AND EXISTS (SELECT 1 FROM deliveries WHERE webhook_id = webhooks.id AND due_at IS NOT NULL AND due_at <= ?) ORDER BY id`,
  );
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
  const secrets = createSecrets({ db });
  const claimChat = createChatClaim({ db });

  const claimChats: Claim = ({ now, claimedUntil, limit, busy, chat: pace }) => {
    if (pace === undefined) return [];
    const claimed: ClaimedDelivery[] = [];
    for (const webhook of chats.all().map(webhookOf)) {
      if (claimed.length >= limit) break;
      if (busy.has(webhook.id)) continue;
      const message = claimChat(webhook, { now, claimedUntil, pace });
      if (message !== null) claimed.push(message);
    }
    return claimed;
  };

  const claimSingly: Claim = ({ now, claimedUntil, limit, perWebhook, busy, ahead }) => {
    const due = ready.all(now).flatMap((row) => {
      const room = Math.min(limit, perWebhook + (ahead?.get(row.id) ?? 0) - (busy.get(row.id) ?? 0));
      if (room <= 0) return [];
      const endpoint = {
        webhook: webhookOf(row),
        secrets: secrets.all(row.id, now).map(({ sealed }) => sealed),
      };
      return dueOf.all(row.id, now, room).map((delivery) => ({ delivery, endpoint }));
    });
    due.sort((a, b) => a.delivery.due_at - b.delivery.due_at || (a.delivery.id < b.delivery.id ? -1 : 1));
    return due.slice(0, limit).map(({ delivery, endpoint }): ClaimedDelivery => {
      const body = event.get(delivery.event_id);
      if (body === undefined) throw new Error(`the event of delivery ${delivery.id} is missing`);
      take.run(claimedUntil, delivery.id);
      return {
        id: delivery.id,
        ...endpoint,
        body: eventOf(body),
        trigger: delivery.manual_at === null ? 'scheduled' : 'manual',
        attempt: delivery.scheduled_count + 1,
      };
    });
  };

  return (request) => {
    const messages = claimChats(request);
    return [...messages, ...claimSingly({ ...request, limit: request.limit - messages.length })];
  };
}

type Claim = Synchronous<DeliveryStore>['claim'];

function createSettle({ db }: Pick<Context, 'db'>): Synchronous<DeliveryStore>['settleMany'] {
  const find = db.prepare<[id: string], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?');
  const webhook = db.prepare<[id: string], WebhookRow>('SELECT * FROM webhooks WHERE id = ?');
  const webhooks = createWebhookWriter({ db });
  const insert = db.prepare<[AttemptRow & { readonly id: string }]>(
    `INSERT INTO delivery_attempts (delivery_id, number, triggered_by, request_headers, started_at, duration_ms, response_status, response_body, error)
     VALUES (:id, :number, :triggered_by, :request_headers, :started_at, :duration_ms, :response_status, :response_body, :error)`,
  );
  const forget = db.prepare<[id: string, upTo: number]>(
    'DELETE FROM delivery_attempts WHERE delivery_id = ? AND number <= ?',
  );
  // What `attemptedWebhook` makes of a success, without reading and writing the whole row: nearly every attempt is one.
  const succeeded = db.prepare<[endedAt: number, id: string]>(
    'UPDATE webhooks SET last_success_at = max(coalesce(last_success_at, 0), ?), failures_in_a_row = 0 WHERE id = ?',
  );
  const attempted = db.prepare<[DeliveryState & { readonly id: string; readonly number: number }]>(
    `UPDATE deliveries SET attempt_count = :number, status = :status, next_attempt_at = :nextAttemptAt, due_at = :dueAt,
       scheduled_count = :scheduledCount, manual_at = :manualAt WHERE id = :id`,
  );

  /** @returns the webhook that it was for; null when it was deleted while the request was on its way */
  const write = (id: DeliveryId, outcome: AttemptOutcome): WebhookId | null => {
    const row = find.get(id);
    if (row === undefined) return null;
    const number = row.attempt_count + 1;
    insert.run({
      id,
      number,
      triggered_by: outcome.trigger,
      request_headers: JSON.stringify(outcome.requestHeaders),
      started_at: outcome.startedAt,
      duration_ms: outcome.durationMs,
      response_status: outcome.responseStatus,
      response_body: outcome.responseBody,
      error: outcome.error,
    });
    if (number > KEPT_ATTEMPTS) forget.run(id, number - KEPT_ATTEMPTS);
    attempted.run({ ...attemptedDelivery(stateOf(row), outcome), id, number });
    return row.webhook_id;
  };

  const settle = ({ id, outcome, joined = false }: SettledAttempt): void => {
    const webhookId = write(id, outcome);
    if (webhookId === null || joined) return;
    if (outcome.step.kind === 'succeeded')
      return void succeeded.run(outcome.startedAt + outcome.durationMs, webhookId);
    const endpoint = webhook.get(webhookId);
    if (endpoint !== undefined) webhooks.put(attemptedWebhook(webhookOf(endpoint), outcome));
  };
  return (attempts) => {
    for (const attempt of attempts) settle(attempt);
  };
}
