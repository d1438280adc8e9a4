import { sql } from 'kysely';
import { Fault } from '../../../kit/fault.ts';
import type { EventStore, NewEvent } from '../../ports/events.ts';
import type { Context } from '../connection/context.ts';
import { isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { createDeliveryWriter } from './delivery-writer.ts';
import { createEventList } from './event-list.ts';
import { createEventListeners } from './event-listeners.ts';
import { createEventPurge } from './event-purge.ts';
import { type EventRow, eventOf } from './event-row.ts';

const SORTABLE: ListSource<EventRow, 'timestamp'>['sortable'] = {
  timestamp: { column: 'at', nullable: false },
};

export function createEventStore({
  db,
  lists,
  ids,
  wake,
  now,
}: Pick<Context, 'db' | 'lists' | 'ids' | 'wake' | 'now'>): Repository<EventStore> {
  const raiseSequence = db
    .prepare<[by: number, organisationId: number], number>(
      'UPDATE organisations SET event_sequence = event_sequence + ? WHERE id = ? RETURNING event_sequence',
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

  /** @returns the first of `count` new sequences of an organisation */
  const takeSequences = (organisationId: number, count: number): number => {
    const last = raiseSequence.get(count, organisationId);
    if (last === undefined) throw new Fault('not_found', 'There is no such organisation.');
    return last - count + 1;
  };

  const write = (event: NewEvent, sequence: number): EventRow => {
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
    return row;
  };

  return {
    append: writes((event) => eventOf(write(event, takeSequences(event.organisationId, 1)))),
    appendMany: writes((events) => {
      const next = new Map<number, number>();
      for (const [organisationId, count] of countsOf(events))
        next.set(organisationId, takeSequences(organisationId, count));
      for (const event of events) {
        const sequence = next.get(event.organisationId) ?? 0;
        write(event, sequence);
        next.set(event.organisationId, sequence + 1);
      }
    }),
    get: reads((organisationId, id) => {
      const row = get.get(organisationId, id);
      return row === undefined ? null : eventOf(row);
    }),
    list: reads(createEventList({ db })),
    ofDevice: reads((query) => {
      const { deviceId, types } = query.filter;
      const { from, to } = query.range ?? ALWAYS;
      const conditions = [
        sql`organisation_id = ${query.organisationId}`,
        sql`device_id = ${deviceId}`,
        sql`at >= ${from}`,
        sql`at < ${to}`,
        isOneOf('type', types),
      ];
      const page = lists.read<EventRow, 'timestamp'>(
        { table: 'events', columns: sql.raw('*'), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map(eventOf) };
    }),
    purge: writes(createEventPurge({ db, now })),
  };
}

const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** How many events each organisation has among these. */
function countsOf(events: readonly NewEvent[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { organisationId } of events) counts.set(organisationId, (counts.get(organisationId) ?? 0) + 1);
  return counts;
}
