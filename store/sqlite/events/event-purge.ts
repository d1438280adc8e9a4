import type { DeliveryId, EventId } from '../../../contracts/ids.ts';
import { KEPT_ATTEMPTS } from '../../../contracts/rest/webhooks.ts';
import type { EventStore } from '../../ports/events.ts';
import type { Context } from '../connection/context.ts';
import type { Synchronous } from '../connection/repository.ts';

interface OldRow {
  readonly id: EventId;
  readonly sequence: number;
  readonly at: number;
  readonly waiting: 0 | 1;
}

/** By sequence, which is the order of time unless a clock was wrong. A wrongly dated event is deleted with its neighbours. */
export function createEventPurge({ db, now }: Pick<Context, 'db' | 'now'>): Synchronous<EventStore>['purge'] {
  const organisationBehind = db
    .prepare<[id: number], number>('SELECT id FROM organisations WHERE id > ? ORDER BY id LIMIT 1')
    .pluck();
  const oldest = db.prepare<[Record<string, unknown>], OldRow>(
    `SELECT id, sequence, at, EXISTS (SELECT 1 FROM deliveries JOIN webhooks ON webhooks.id = deliveries.webhook_id
       WHERE deliveries.event_id = events.id AND deliveries.due_at IS NOT NULL AND webhooks.enabled = 1) AS waiting
     FROM events WHERE organisation_id = :organisationId AND sequence > :behind ORDER BY sequence LIMIT :limit`,
  );
  const deliveriesOf = db.prepare<[eventId: string], DeliverySize>(
    'SELECT id, attempt_count AS attempts FROM deliveries WHERE event_id = ?',
  );
  const delivery = db.prepare<[id: string]>('DELETE FROM deliveries WHERE id = ?');
  const event = db.prepare<[id: string]>('DELETE FROM events WHERE id = ?');
  const raiseFloor = db.prepare<[sequence: number, organisationId: number]>(
    'UPDATE organisations SET event_floor = max(event_floor, ?) WHERE id = ?',
  );

  /** Deletes an event with its deliveries while the limit allows. @returns the number of deleted rows; `whole` when none of them is left */
  const remove = (id: EventId, room: number): { readonly rows: number; readonly whole: boolean } => {
    let rows = 0;
    for (const each of deliveriesOf.all(id)) {
      if (rows >= room) return { rows, whole: false };
      delivery.run(each.id);
      rows += 1 + Math.min(each.attempts, KEPT_ATTEMPTS);
    }
    event.run(id);
    return { rows: rows + 1, whole: true };
  };

  /** Deletes events in their order, at most about `limit` rows. @returns the sequence after which to continue */
  const removeAll = (gone: readonly OldRow[], behind: number, limit: number): Removed => {
    let [purged, rows, last] = [0, 0, behind];
    for (const { id, sequence, waiting } of gone) {
      if (rows >= limit) return { purged, last, whole: false };
      if (waiting === 0) {
        const removed = remove(id, limit - rows);
        if (!removed.whole) return { purged, last, whole: false };
        rows += removed.rows;
        purged += 1;
      }
      last = sequence;
    }
    return { purged, last, whole: true };
  };

  return ({ before, limit, after }) => {
    const organisationId = after?.organisationId ?? organisationBehind.get(-1);
    if (organisationId === undefined) return { purged: 0, next: null };
    const behind = after?.sequence ?? 0;
    const rows = oldest.all({ organisationId, behind, limit });
    const kept = rows.findIndex(({ at }) => at >= before && at <= now());
    const past = kept < 0 ? rows : rows.slice(0, kept);
    // An event dated into the future that stands before an old one is older than that.
    const gone = past.slice(0, past.findLastIndex(({ at }) => at < before) + 1);
    const { purged, last, whole } = removeAll(gone, behind, limit);
    const floor = gone.findLast(({ sequence, waiting }) => waiting === 0 && sequence <= last);
    if (floor !== undefined) raiseFloor.run(floor.sequence, organisationId);
    if (!whole) return { purged, next: { organisationId, sequence: last } };
    const end = rows.at(-1);
    if (kept < 0 && end !== undefined && rows.length === limit)
      return { purged, next: { organisationId, sequence: end.sequence } };
    const other = organisationBehind.get(organisationId);
    return { purged, next: other === undefined ? null : { organisationId: other, sequence: 0 } };
  };
}

interface DeliverySize {
  readonly id: DeliveryId;
  readonly attempts: number;
}

interface Removed {
  /** Number of events deleted with all that belonged to them. */
  readonly purged: number;
  /** Everything up to this sequence was handled. */
  readonly last: number;
  readonly whole: boolean;
}
