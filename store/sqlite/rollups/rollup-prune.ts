import { KEPT_A_DAY, type RollupPlace, type RollupStore } from '../../ports/rollups.ts';
import type { Context } from '../connection/context.ts';
import type { Synchronous } from '../connection/repository.ts';
import { dayNumber } from '../records/local-slots.ts';
import { ROLLUP_FIELDS, WHOLE } from '../records/rollup-tally.ts';

/** How many days a time zone can differ from UTC: a day that ended two days ago in UTC has ended everywhere. */
const OVER_MS = 2 * 86_400_000;
/** More than are kept of a day: a day that fills a whole look still has too many. */
const LEAST_LOOK = 2 * KEPT_A_DAY.organisation;

const START: RollupPlace = { part: 'hours', organisationId: -1, ou: -1, field: -1, day: 0 };
const GROUP = 'organisation_id = :organisationId AND ou = :ou AND field = :field';

/**
 * Unit by unit and field by field, in the order of the rows: a search of all units at once for old days and for days with too many values would read a year of
 * every unit, which takes seconds.
 */
export function createRollupPrune({ db }: Pick<Context, 'db'>): Synchronous<RollupStore>['prune'] {
  const nextHours = db.prepare<[RollupPlace], Pick<RollupPlace, 'organisationId' | 'ou'>>(
    `SELECT organisation_id AS organisationId, ou FROM rollup_hours WHERE (organisation_id, ou) > (:organisationId, :ou)
     ORDER BY organisation_id, ou LIMIT 1`,
  );
  const nextDays = db.prepare<[RollupPlace], Pick<RollupPlace, 'organisationId' | 'ou' | 'field'>>(
    `SELECT organisation_id AS organisationId, ou, field FROM rollup_days
     WHERE (organisation_id, ou, field) > (:organisationId, :ou, :field) ORDER BY organisation_id, ou, field LIMIT 1`,
  );
  const dropHours = db.prepare<[Record<string, unknown>]>(
    `DELETE FROM rollup_hours WHERE organisation_id = :organisationId AND ou = :ou AND hour IN (
       SELECT hour FROM rollup_hours WHERE organisation_id = :organisationId AND ou = :ou AND hour < :before ORDER BY hour LIMIT :limit)`,
  );
  const dropDays = db.prepare<[Record<string, unknown>]>(
    `DELETE FROM rollup_days WHERE ${GROUP} AND (day, value) IN (
       SELECT day, value FROM rollup_days WHERE ${GROUP} AND day < :before ORDER BY day, value LIMIT :limit)`,
  );
  const look = db.prepare<[Record<string, unknown>], { readonly day: number; readonly count: number }>(
    `SELECT day, count(*) AS count FROM (
       SELECT day FROM rollup_days WHERE ${GROUP} AND day > :day AND day < :before ORDER BY day LIMIT :limit)
     GROUP BY day ORDER BY day`,
  );
  const dropTail = db.prepare<[Record<string, unknown>]>(
    `DELETE FROM rollup_days WHERE ${GROUP} AND day = :day AND value IN (
       SELECT value FROM rollup_days WHERE ${GROUP} AND day = :day ORDER BY requests DESC, value LIMIT :limit OFFSET :kept)`,
  );
  const nameOf = db.prepare<[ou: number], string>('SELECT text FROM record_texts WHERE id = ?').pluck();

  const behind = (place: RollupPlace): RollupPlace | null => {
    const hours = place.part === 'hours' ? nextHours.get(place) : undefined;
    if (hours !== undefined) return { ...START, ...hours };
    const days = nextDays.get(place.part === 'hours' ? START : place);
    return days === undefined ? null : { part: 'days', ...days, day: 0 };
  };

  /** Trims the crowded days of a group behind `place.day`. @returns where it goes on; null at the end of the group */
  const trim = (place: RollupPlace, before: number, limit: number): Trimmed => {
    const atOnce = Math.max(limit, LEAST_LOOK);
    const seen = look.all({ ...place, before, limit: atOnce });
    const isFull = seen.reduce((sum, { count }) => sum + count, 0) === atOnce;
    // The last day may have more than was looked at, unless it is crowded already.
    const whole = isFull && seen.length > 1 ? seen.slice(0, -1) : seen;
    const kept = nameOf.get(place.ou) === WHOLE ? KEPT_A_DAY.organisation : KEPT_A_DAY.unit;
    let dropped = 0;
    let { day } = place;
    for (const crowded of whole.filter(({ count }) => count > kept)) {
      dropped += dropTail.run({ ...place, day: crowded.day, kept, limit: limit - dropped }).changes;
      // Perhaps not all of this day: it is looked at again.
      if (dropped >= limit) return { dropped, next: { ...place, day } };
      day = crowded.day;
    }
    return { dropped, next: isFull ? { ...place, day: whole.at(-1)?.day ?? day } : null };
  };

  return ({ users, others, now, limit, after }) => {
    const place = after ?? behind(START);
    if (place === null) return { dropped: 0, next: null };
    if (place.part === 'hours') {
      const dropped = dropHours.run({ ...place, before: others, limit }).changes;
      return { dropped, next: dropped === limit ? place : behind(place) };
    }
    const before = dayOf(place.field === ROLLUP_FIELDS.user ? users : others);
    const dropped = dropDays.run({ ...place, before, limit }).changes;
    if (dropped === limit) return { dropped, next: place };
    const trimmed = trim(place, dayOf(now - OVER_MS), limit);
    return { dropped: dropped + trimmed.dropped, next: trimmed.next ?? behind(place) };
  };
}

interface Trimmed {
  readonly dropped: number;
  readonly next: RollupPlace | null;
}

function dayOf(at: number): number {
  return dayNumber(new Date(at).toISOString().slice(0, 10));
}
