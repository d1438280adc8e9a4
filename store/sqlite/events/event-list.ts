import type { Statement } from 'better-sqlite3';
import type { EventBody, EventType } from '../../../contracts/events/catalogue.ts';
import { Fault } from '../../../kit/fault.ts';
import type { EventFilter, EventStore } from '../../ports/events.ts';
import { EXACT_TOTAL_LIMIT, type ListQuery } from '../../ports/list.ts';
import type { Context } from '../connection/context.ts';
import type { Synchronous } from '../connection/repository.ts';
import { type EventRow, eventOf } from './event-row.ts';

/** A part of an organisation's events: after `low`, before `high`. */
interface Span {
  readonly organisationId: number;
  readonly low: number;
  readonly high: number;
}

interface Ends {
  readonly event_sequence: number;
  readonly event_floor: number;
}

type Listing = Statement<[Record<string, unknown>], EventRow>;

/**
 * Lists events by their sequence. It does not use the code of other lists: that would count the events after a position again and again, though sequences have
 * no gap, and would search everything for events of a rare type.
 */
export function createEventList({ db }: Pick<Context, 'db'>): Synchronous<EventStore>['list'] {
  const ends = db.prepare<[organisationId: number], Ends>(
    'SELECT event_sequence, event_floor FROM organisations WHERE id = ?',
  );
  const countOfType = db.prepare<
    [Record<string, unknown>],
    { readonly count: number; readonly upTo: number | null }
  >(
    `SELECT count(*) AS count, max(sequence) AS upTo FROM (SELECT sequence FROM events
     WHERE organisation_id = :organisationId AND type = :type AND sequence > :low AND sequence < :high ORDER BY sequence LIMIT :limit)`,
  );
  const listings = new Map<string, Listing>();

  const listing = (types: number, descending: boolean): Listing => {
    const sql = listingSql(types, descending);
    const known = listings.get(sql) ?? db.prepare<[Record<string, unknown>], EventRow>(sql);
    listings.set(sql, known);
    return known;
  };

  const totalOf = (span: Span, types: readonly EventType[] | undefined) => {
    if (types === undefined)
      return { total: Math.max(0, span.high - 1 - span.low), totalIsEstimate: false } as const;
    const counts = types.map((type) => {
      const { count, upTo } = countOfType.get({ ...span, type, limit: EXACT_TOTAL_LIMIT + 1 }) ?? NONE;
      if (count <= EXACT_TOTAL_LIMIT || upTo === null) return { count, exact: true };
      // Assumes the same share of this type in the rest as in the part that was read.
      const share = (span.high - 1 - span.low) / (upTo - span.low);
      return { count: Math.round(count * share), exact: false };
    });
    return {
      total: counts.reduce((sum, { count }) => sum + count, 0),
      totalIsEstimate: counts.some(({ exact }) => !exact),
    };
  };

  return (query) => {
    const { organisationId, limit } = query;
    const { after, types } = query.filter;
    const { event_sequence: newest, event_floor: floor } = ends.get(organisationId) ?? NOTHING;
    const all: Span = { organisationId, low: Math.max(after ?? 0, floor), high: newest + 1 };
    const { offset, start, span, descending } = placeOf(query, all);
    const rows = listing(types?.length ?? 0, descending).all({
      ...span,
      ...Object.fromEntries((types ?? []).map((type, at) => [`type${at}`, type])),
      offset,
      limit: limit + 1,
      take: offset + limit + 1,
    });
    // Read behind the rows: a purge by another process is seen here at the latest.
    requireKept(start, ends.get(organisationId)?.event_floor ?? 0);
    const shown = rows.slice(0, limit).map(eventOf);
    return { rows: shown, ...totalOf(all, types), hasMore: rows.length > limit, last: positionOf(shown) };
  };
}

/** Where a page begins. `start` is what the asker has seen already. */
function placeOf(
  { filter: { after }, sort, from, limit }: ListQuery<EventFilter, 'sequence'>,
  all: Span,
): {
  readonly offset: number;
  readonly start: number | undefined;
  readonly span: Span;
  readonly descending: boolean;
} {
  const descending = sort[0]?.descending ?? false;
  if (from.kind === 'page') return { offset: (from.page - 1) * limit, start: after, span: all, descending };
  const position = Number(from.position.values[0]);
  if (descending) return { offset: 0, start: after, span: { ...all, high: position }, descending };
  const low = Math.max(all.low, position);
  return { offset: 0, start: position, span: { ...all, low }, descending };
}

const NOTHING: Ends = { event_sequence: 0, event_floor: 0 };
const NONE = { count: 0, upTo: null } as const;

function requireKept(start: number | undefined, floor: number): void {
  if (start === undefined || start >= floor) return;
  throw new Fault('events_expired', `Events up to ${floor} are no longer kept; the oldest is ${floor + 1}.`, {
    extras: { oldestSequence: floor + 1 },
  });
}

function positionOf(rows: readonly EventBody[]) {
  const last = rows.at(-1);
  return last === undefined ? null : { values: [last.sequence], id: last.id };
}

/** Of each type the first ones, which its index gives, and of these together the first. */
function listingSql(types: number, descending: boolean): string {
  const order = `ORDER BY sequence ${descending ? 'DESC' : 'ASC'}`;
  const span = 'organisation_id = :organisationId AND sequence > :low AND sequence < :high';
  const page = `${order} LIMIT :limit OFFSET :offset`;
  if (types === 0) return `SELECT * FROM events WHERE ${span} ${page}`;
  const parts = Array.from(
    { length: types },
    (_, at) =>
      `SELECT * FROM (SELECT sequence FROM events WHERE ${span} AND type = :type${at} ${order} LIMIT :take)`,
  );
  return `SELECT * FROM events WHERE organisation_id = :organisationId AND sequence IN (${parts.join(' UNION ALL ')}) ${page}`;
}
