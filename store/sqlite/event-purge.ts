import type { EventId } from '../../contracts/ids.ts';
import type { EventStore } from '../ports/events.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';

interface OldRow {
  readonly id: EventId;
  readonly sequence: number;
  readonly at: number;
  readonly waiting: 0 | 1;
}

/**
 * By sequence, which is the order of time but for a clock that was wrong: what such a one has dated into the future goes with what came after it,
 * and what it has dated into the past with what came before.
 */
export function createEventPurge({ db, now }: Pick<Context, 'db' | 'now'>): Synchronous<EventStore>['purge'] {
  const organisations = db.prepare<[], number>('SELECT id FROM organisations').pluck();
  const oldest = db.prepare<[Record<string, unknown>], OldRow>(
    `SELECT id, sequence, at, EXISTS (SELECT 1 FROM deliveries JOIN webhooks ON webhooks.id = deliveries.webhook_id
       WHERE deliveries.event_id = events.id AND deliveries.due_at IS NOT NULL AND webhooks.enabled = 1) AS waiting
     FROM events WHERE organisation_id = :organisationId AND sequence > :behind ORDER BY sequence LIMIT :limit`,
  );
  const deliveries = db.prepare<[eventId: string]>('DELETE FROM deliveries WHERE event_id = ?');
  const event = db.prepare<[id: string]>('DELETE FROM events WHERE id = ?');
  const raiseFloor = db.prepare<[sequence: number, organisationId: number]>(
    'UPDATE organisations SET event_floor = max(event_floor, ?) WHERE id = ?',
  );

  /** The first ones that may go: nothing behind one that is to be kept for its age. */
  const firstGone = (organisationId: number, before: number, limit: number): readonly OldRow[] => {
    for (let behind = 0; ; ) {
      const rows = oldest.all({ organisationId, behind, limit });
      const kept = rows.findIndex(({ at }) => at >= before && at <= now());
      const past = kept < 0 ? rows : rows.slice(0, kept);
      // What is dated into the future and stands before an old one is older than that.
      const gone = past
        .slice(0, past.findLastIndex(({ at }) => at < before) + 1)
        .filter(({ waiting }) => waiting === 0);
      const last = rows.at(-1);
      if (gone.length > 0 || kept >= 0 || last === undefined || rows.length < limit) return gone;
      behind = last.sequence;
    }
  };

  return (before, limit) => {
    let purged = 0;
    for (const organisationId of organisations.all()) {
      const gone = firstGone(organisationId, before, limit);
      for (const { id } of gone) {
        deliveries.run(id);
        event.run(id);
      }
      const last = gone.at(-1);
      if (last !== undefined) raiseFloor.run(last.sequence, organisationId);
      purged += gone.length;
    }
    return purged;
  };
}
