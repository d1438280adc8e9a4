import { type EventBody, type EventType, matchesEvent } from '../../contracts/events/catalogue.ts';
import type { DeviceId, EventId, WebhookId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import type { EventStore } from '../ports/events.ts';
import { eventBody } from '../rules/event-body.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';

export interface EventRow {
  readonly id: EventId;
  readonly organisation_id: number;
  readonly sequence: number;
  readonly type: EventType;
  readonly at: number;
  readonly device_id: DeviceId | null;
  readonly data: string;
}

export function createEventStore({
  db,
  ids,
  wake,
  now,
}: Pick<Context, 'db' | 'ids' | 'wake' | 'now'>): Synchronous<EventStore> {
  const nextSequence = db
    .prepare<[organisationId: number], number>(
      'UPDATE organisations SET event_sequence = event_sequence + 1 WHERE id = ? RETURNING event_sequence',
    )
    .pluck();
  const insert = db.prepare<[EventRow]>(
    `INSERT INTO events (id, organisation_id, sequence, type, at, device_id, data)
     VALUES (:id, :organisation_id, :sequence, :type, :at, :device_id, :data)`,
  );
  const get = db.prepare<[organisationId: number, id: string], EventRow>(
    'SELECT * FROM events WHERE organisation_id = ? AND id = ?',
  );
  const listeners = db.prepare<[organisationId: number], { readonly id: WebhookId; readonly events: string }>(
    'SELECT id, events FROM webhooks WHERE organisation_id = ? AND enabled = 1 ORDER BY id',
  );
  const deliver = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO deliveries (id, organisation_id, webhook_id, event_id, event_type, status, created_at, next_attempt_at, due_at)
     VALUES (:id, :organisationId, :webhookId, :eventId, :eventType, 'pending', :now, :now, :now)`,
  );

  const fanOut = (row: EventRow): void => {
    const matching = listeners
      .all(row.organisation_id)
      .filter(({ events }) => matchesEvent(JSON.parse(events), row.type));
    for (const { id } of matching) {
      deliver.run({
        id: ids.next('dlv'),
        organisationId: row.organisation_id,
        webhookId: id,
        eventId: row.id,
        eventType: row.type,
        now: now(),
      });
    }
    if (matching.length > 0) wake({ kind: 'deliveries' });
  };

  return {
    append(event) {
      const sequence = nextSequence.get(event.organisationId);
      if (sequence === undefined) throw new Fault('not_found', 'There is no such organisation.');
      const row: EventRow = {
        id: ids.next('evt'),
        organisation_id: event.organisationId,
        sequence,
        type: event.type,
        at: event.at,
        device_id: event.deviceId ?? null,
        data: JSON.stringify(event.data),
      };
      insert.run(row);
      fanOut(row);
      return eventOf(row);
    },
    get(organisationId, id) {
      const row = get.get(organisationId, id);
      return row === undefined ? null : eventOf(row);
    },
    purge: createPurge(db),
  };
}

export function eventOf(row: EventRow): EventBody {
  return eventBody({
    id: row.id,
    type: row.type,
    at: row.at,
    deviceId: row.device_id,
    sequence: row.sequence,
    data: JSON.parse(row.data),
  });
}

/** By sequence, which is the order of time but for a clock that was wrong: what such a one has dated into the future waits for that time. */
function createPurge(db: Context['db']): Synchronous<EventStore>['purge'] {
  const organisations = db.prepare<[], number>('SELECT id FROM organisations').pluck();
  const oldest = db
    .prepare<[Record<string, unknown>], string>(
      `SELECT id FROM (SELECT id, at FROM events WHERE organisation_id = :organisationId ORDER BY sequence LIMIT :limit) AS first
       WHERE at < :before AND NOT EXISTS (SELECT 1 FROM deliveries WHERE event_id = first.id AND due_at IS NOT NULL)`,
    )
    .pluck();
  const deliveries = db.prepare<[eventId: string]>('DELETE FROM deliveries WHERE event_id = ?');
  const event = db.prepare<[id: string]>('DELETE FROM events WHERE id = ?');
  return (before, limit) => {
    const ids = organisations
      .all()
      .flatMap((organisationId) => oldest.all({ organisationId, before, limit }));
    for (const id of ids) {
      deliveries.run(id);
      event.run(id);
    }
    return ids.length;
  };
}
