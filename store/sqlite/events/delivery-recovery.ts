import { EVENT_TYPES, type EventType, matchesEvent } from '../../../contracts/events/catalogue.ts';
import type { EventId, WebhookId } from '../../../contracts/ids.ts';
import { Fault } from '../../../kit/fault.ts';
import type { DeliveryStore } from '../../ports/events.ts';
import { recoveredDelivery } from '../../rules/delivery-attempt.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { createStateWriter, type DeliveryRow, stateOf } from './delivery-row.ts';
import { createDeliveryWriter } from './delivery-writer.ts';
import { type WebhookRow, webhookOf } from './webhooks.ts';

interface RecoveryRow {
  readonly id: number;
  readonly webhook_id: WebhookId;
  readonly since: number;
  readonly until: number;
  /** Time and sequence of the last event that was looked at; the time is null before the first. */
  readonly reached_at: number | null;
  readonly reached: number;
  readonly last_sequence: number;
}

interface PassedEvent {
  readonly id: EventId;
  readonly sequence: number;
  readonly type: EventType;
  readonly at: number;
  /** The webhook that the event is about, if it is about one. */
  readonly webhookId: string | null;
}

/** How many recoveries of one endpoint may wait: each is work, and nobody needs more than a few ranges. */
const MAX_WAITING = 10;

/**
 * Sends events again step by step, so that a month of them does not block other writers; what remains survives a crash. A step reads the next events of the
 * endpoint's types in the range, and no others.
 */
export function createDeliveryRecovery(
  context: Pick<Context, 'db' | 'ids' | 'wake' | 'now'>,
): Repository<Pick<DeliveryStore, 'recover' | 'recovering' | 'recoverSome'>> {
  const { db, wake } = context;
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO webhook_recoveries (webhook_id, since, until, reached, last_sequence)
     SELECT :id, :since, :until, 0, event_sequence FROM organisations WHERE id = :organisationId`,
  );
  // A recovery that has not begun and includes the new range covers both.
  const widen = db.prepare<[Record<string, unknown>]>(
    `UPDATE webhook_recoveries SET last_sequence = (SELECT event_sequence FROM organisations WHERE id = :organisationId)
     WHERE id = (SELECT id FROM webhook_recoveries
       WHERE webhook_id = :id AND reached_at IS NULL AND since <= :since AND until >= :until LIMIT 1)`,
  );
  const waiting = db
    .prepare<[webhookId: string], number>('SELECT count(*) FROM webhook_recoveries WHERE webhook_id = ?')
    .pluck();
  const firstAfter = db.prepare<[id: number], RecoveryRow>(
    'SELECT * FROM webhook_recoveries WHERE id > ? ORDER BY id LIMIT 1',
  );
  const advance = db.prepare<[at: number, sequence: number, id: number]>(
    'UPDATE webhook_recoveries SET reached_at = ?, reached = ? WHERE id = ?',
  );
  const end = db.prepare<[id: number]>('DELETE FROM webhook_recoveries WHERE id = ?');
  const webhook = db.prepare<[id: string], WebhookRow>('SELECT * FROM webhooks WHERE id = ?');
  const passed = db.prepare<[Record<string, unknown>], PassedEvent>(
    `SELECT id, sequence, type, at, CASE type WHEN 'webhook.disabled' THEN data ->> 'webhookId' END AS webhookId FROM events
     WHERE organisation_id = :organisationId AND type = :type AND (at, sequence) > (:at, :sequence) AND at < :until AND sequence <= :last
     ORDER BY at, sequence LIMIT :limit`,
  );
  const deliveryOf = db.prepare<[eventId: string, webhookId: string], DeliveryRow>(
    'SELECT * FROM deliveries WHERE event_id = ? AND webhook_id = ?',
  );
  const add = createDeliveryWriter(context);
  const move = createStateWriter(db);

  const sendAgain = (row: WebhookRow, event: PassedEvent, now: number): void => {
    const delivery = deliveryOf.get(event.id, row.id);
    if (delivery !== undefined) move(delivery.id, recoveredDelivery(stateOf(delivery), now));
    else add({ organisationId: row.organisation_id, webhookId: row.id, eventId: event.id, type: event.type });
  };

  /** The recovery that failed last: the others come before it. */
  let failedId = 0;
  const next = (): RecoveryRow | undefined => firstAfter.get(failedId) ?? firstAfter.get(0);

  /** The next events of a recovery, in the order of their time; none when its webhook is disabled. */
  const eventsOf = (row: WebhookRow, recovery: RecoveryRow, limit: number): readonly PassedEvent[] => {
    if (row.enabled !== 1) return [];
    const { events } = webhookOf(row);
    const place = {
      organisationId: row.organisation_id,
      at: recovery.reached_at ?? recovery.since,
      sequence: recovery.reached_at === null ? 0 : recovery.reached,
      until: recovery.until,
      last: recovery.last_sequence,
      limit,
    };
    return EVENT_TYPES.filter((type) => matchesEvent(events, type))
      .flatMap((type) => passed.all({ ...place, type }))
      .sort((a, b) => a.at - b.at || a.sequence - b.sequence)
      .slice(0, limit);
  };

  const step = (row: WebhookRow, recovery: RecoveryRow, now: number, limit: number): void => {
    const rows = eventsOf(row, recovery, limit);
    // Not the event that the endpoint itself was disabled: that went to the others.
    for (const event of rows) if (event.webhookId !== row.id) sendAgain(row, event, now);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) end.run(recovery.id);
    else advance.run(last.at, last.sequence, recovery.id);
  };

  return {
    recover: writes(({ id, organisationId }, range) => {
      const request = { id, organisationId, ...range };
      if (widen.run(request).changes > 0) return;
      if ((waiting.get(id) ?? 0) >= MAX_WAITING)
        throw new Fault(
          'conflict',
          `${MAX_WAITING} recoveries of this webhook wait already; wait until one is done.`,
        );
      insert.run(request);
      wake({ kind: 'deliveries' });
    }),
    recovering: reads(() => firstAfter.get(0) !== undefined),
    recoverSome: writes((now, events) => {
      const recovery = next();
      const row = recovery === undefined ? undefined : webhook.get(recovery.webhook_id);
      if (recovery === undefined || row === undefined) return;
      try {
        step(row, recovery, now, events);
      } catch (error) {
        failedId = recovery.id;
        throw error;
      }
    }),
  };
}
