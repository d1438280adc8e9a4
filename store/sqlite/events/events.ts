import { Fault } from '../../../kit/fault.ts';
import type { EventStore } from '../../ports/events.ts';
import type { Synchronous } from '../../synchronous.ts';
import type { Context } from '../context.ts';
import { createDeliveryWriter } from './delivery-writer.ts';
import { createEventList } from './event-list.ts';
import { createEventListeners } from './event-listeners.ts';
import { createEventPurge } from './event-purge.ts';
import { type EventRow, eventOf } from './event-row.ts';

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
  const listeners = createEventListeners({ db });
  const deliver = createDeliveryWriter({ db, ids, wake, now });

  const fanOut = (row: EventRow): void => {
    for (const webhookId of listeners(row.organisation_id, row.type))
      deliver({ organisationId: row.organisation_id, webhookId, eventId: row.id, type: row.type });
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
    list: createEventList({ db }),
    purge: createEventPurge({ db, now }),
  };
}
