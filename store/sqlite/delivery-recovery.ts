import { type EventType, matchesEvent } from '../../contracts/events/catalogue.ts';
import type { EventId, WebhookId } from '../../contracts/ids.ts';
import type { DeliveryStore } from '../ports/events.ts';
import { recoveredDelivery } from '../rules/delivery-attempt.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';
import { createStateWriter, type DeliveryRow, stateOf } from './delivery-row.ts';
import { createDeliveryWriter } from './delivery-writer.ts';
import { type WebhookRow, webhookOf } from './webhooks.ts';

interface RecoveryRow {
  readonly id: number;
  readonly webhook_id: WebhookId;
  readonly since: number;
  readonly until: number;
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

/** Events are sent again step by step, so that a month of them keeps no other writer waiting; what is still to be done survives a crash. */
export function createDeliveryRecovery(
  context: Pick<Context, 'db' | 'ids' | 'wake' | 'now'>,
): Synchronous<Pick<DeliveryStore, 'recover' | 'recovering' | 'recoverSome'>> {
  const { db, wake } = context;
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO webhook_recoveries (webhook_id, since, until, reached, last_sequence)
     SELECT :id, :since, :until, event_floor, event_sequence FROM organisations WHERE id = :organisationId`,
  );
  const first = db.prepare<[], RecoveryRow>('SELECT * FROM webhook_recoveries ORDER BY id LIMIT 1');
  const advance = db.prepare<[reached: number, id: number]>(
    'UPDATE webhook_recoveries SET reached = ? WHERE id = ?',
  );
  const end = db.prepare<[id: number]>('DELETE FROM webhook_recoveries WHERE id = ?');
  const webhook = db.prepare<[id: string], WebhookRow>('SELECT * FROM webhooks WHERE id = ?');
  const passed = db.prepare<[Record<string, unknown>], PassedEvent>(
    `SELECT id, sequence, type, at, CASE type WHEN 'webhook.disabled' THEN data ->> 'webhookId' END AS webhookId FROM events
     WHERE organisation_id = :organisationId AND sequence > :reached AND sequence <= :last ORDER BY sequence LIMIT :limit`,
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

  /** The next events of a recovery; none when its webhook is disabled. */
  const eventsOf = (row: WebhookRow, recovery: RecoveryRow, limit: number): readonly PassedEvent[] => {
    if (row.enabled !== 1) return [];
    const { reached, last_sequence: last } = recovery;
    return passed.all({ organisationId: row.organisation_id, reached, last, limit });
  };

  const step = (row: WebhookRow, recovery: RecoveryRow, now: number, limit: number): void => {
    const rows = eventsOf(row, recovery, limit);
    for (const event of rows.filter((each) => isWanted(row, recovery, each))) sendAgain(row, event, now);
    const at = rows.at(-1)?.sequence;
    if (at === undefined || rows.length < limit) end.run(recovery.id);
    else advance.run(at, recovery.id);
  };

  return {
    recover({ id, organisationId }, range) {
      insert.run({ id, organisationId, ...range });
      wake({ kind: 'deliveries' });
    },
    recovering: () => first.get() !== undefined,
    recoverSome(now, events) {
      const recovery = first.get();
      const row = recovery === undefined ? undefined : webhook.get(recovery.webhook_id);
      if (recovery !== undefined && row !== undefined) step(row, recovery, now, events);
    },
  };
}

/** That it was disabled is no news to an endpoint: the others were told. */
function isWanted(
  row: WebhookRow,
  { since, until }: RecoveryRow,
  { at, type, webhookId }: PassedEvent,
): boolean {
  return at >= since && at < until && webhookId !== row.id && matchesEvent(webhookOf(row).events, type);
}
