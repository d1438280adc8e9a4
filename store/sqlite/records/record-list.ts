import {
  EXACT_TOTAL_LIMIT,
  type ListPage,
  type ListPosition,
  type ListQuery,
  type TimeRange,
} from '../../ports/list.ts';
import type { RecordKind, RecordSortField } from '../../ports/records.ts';
import type { Counted, Finder } from './finder.ts';
import { DAY_MS, dayOf, numberOf, SLOTS, slotOf, timeOf } from './numbers.ts';
import type { Partition, Partitions } from './partitions.ts';
import type { Search, Stretch } from './search.ts';
import type { Term, Terms } from './terms.ts';

/** How many rows a page may examine beside those that match: some 10 ms. */
const PAGE_BUDGET = 60_000;

/** How many rows its total may examine. */
const TOTAL_BUDGET = 100_000;

/** All of time, as far as records can go. */
const ALWAYS: TimeRange = { from: 0, to: 8_640_000_000_000_000 };

/** A row that matches. */
export interface Place {
  readonly partition: Partition;
  readonly number: number;
}

type Query = ListQuery<unknown, RecordSortField>;

/** The position in time from which a search continues. */
interface Bound {
  readonly at: number;
  readonly slot: number;
}

export interface RecordList {
  read<Row>(
    kind: RecordKind,
    query: Query,
    how: { readonly terms: Terms; readonly rowsAt: (places: readonly Place[]) => readonly Row[] },
  ): ListPage<Row>;
}

/** How long (milliseconds) an estimate is returned again while somebody pages on: computing it costs more than a page. */
const ESTIMATE_KEPT_MS = 10_000;
const MAX_ESTIMATES = 500;

interface Total {
  readonly total: number;
  readonly totalIsEstimate: boolean;
}

/** Reads pages across days, newest or oldest first. It reads only the days that it needs. */
export function createRecordList({
  partitions,
  finder,
  now,
}: {
  readonly partitions: Partitions;
  readonly finder: Finder;
  now(): number;
}): RecordList {
  const estimates = new Map<string, Total & { readonly at: number }>();

  const total = (question: unknown, hunt: Hunt): Total => {
    const key = JSON.stringify([question, hunt.range, hunt.terms]);
    const kept = estimates.get(key);
    if (kept !== undefined && Math.abs(now() - kept.at) < ESTIMATE_KEPT_MS)
      return { total: kept.total, totalIsEstimate: true };
    const made = totalOf(finder, hunt);
    if (estimates.size >= MAX_ESTIMATES) estimates.clear();
    if (made.totalIsEstimate) estimates.set(key, { ...made, at: now() });
    return made;
  };

  return {
    read(kind, query, { terms, rowsAt }) {
      const range = query.range ?? ALWAYS;
      const days = partitions.within(kind, query.organisationId, range);
      if (terms === null || days.length === 0)
        return { rows: [], total: 0, totalIsEstimate: false, hasMore: false, last: null };
      const descending = query.sort[0]?.descending ?? true;
      const ordered = descending ? days.toReversed() : days;
      const page = findPage(finder, { query, range, days: ordered, terms, descending });
      return {
        rows: rowsAt(page.places),
        ...total([kind, query.organisationId], { range, days: ordered, terms, descending }),
        hasMore: page.hasMore,
        last: page.last,
      };
    },
  };
}

interface Hunt {
  readonly range: TimeRange;
  readonly days: readonly Partition[];
  readonly terms: readonly Term[];
  readonly descending: boolean;
}

interface PageFound {
  readonly places: readonly Place[];
  readonly hasMore: boolean;
  readonly last: ListPosition | null;
}

function findPage(finder: Finder, { query, ...hunt }: Hunt & { readonly query: Query }): PageFound {
  const { from, limit } = query;
  const skip = from.kind === 'page' ? (from.page - 1) * limit : 0;
  const after = from.kind === 'after' ? boundOf(from.position) : null;
  const { found, stopped } = collect(finder, { ...hunt, after, wanted: skip + limit + 1 });
  const places = found.slice(skip, skip + limit);
  if (found.length <= skip + limit && stopped !== null)
    return { places, hasMore: true, last: positionOf(stopped) };
  const end = places.at(-1);
  return {
    places,
    hasMore: found.length > skip + limit,
    last: end === undefined ? null : positionOf(placeOf(end.partition.day, end.number)),
  };
}

/** The first matching rows, day by day, and where the search stopped if its budget ended before. */
function collect(
  finder: Finder,
  hunt: Hunt & { readonly after: Bound | null; readonly wanted: number },
): { readonly found: readonly Place[]; readonly stopped: Bound | null } {
  const { range, terms, descending, after } = hunt;
  const found: Place[] = [];
  let budget = PAGE_BUDGET;
  for (const partition of hunt.days) {
    const wanted = hunt.wanted - found.length;
    if (wanted <= 0) break;
    const whole = stretchOf(partition, range);
    const stretch = after === null ? whole : behind(whole, after, descending);
    if (stretch.low >= stretch.high) continue;
    const { numbers, looked, stoppedAt } = finder.find({ stretch, terms, descending, wanted, budget });
    for (const number of numbers) found.push({ partition, number });
    budget -= looked;
    if (stoppedAt !== null) return { found, stopped: placeOf(partition.day, stoppedAt) };
  }
  return { found, stopped: null };
}

/** Counts up to the limit, then estimates: the share of matches in the examined rows, applied to all rows. */
function totalOf(finder: Finder, { range, days, terms, descending }: Hunt): Total {
  const parts = days
    .map((partition) => stretchOf(partition, range))
    .filter(({ low, high }) => low < high)
    .map((stretch) => ({ stretch, size: sizeOf(stretch) }));
  const all = parts.reduce((sum, { size }) => sum + size.rows, 0);
  if (terms.length === 0 && parts.every(({ size }) => size.exact))
    return { total: all, totalIsEstimate: false };
  let count = 0;
  let budget = TOTAL_BUDGET;
  let seen = 0;
  for (const { stretch, size } of parts) {
    const wanted = EXACT_TOTAL_LIMIT + 1 - count;
    const part = countPart(finder, { stretch, terms, descending, wanted, budget }, size);
    count += part.count;
    budget -= part.looked;
    seen += part.reached === null ? size.rows : sizeOf(upTo(stretch, part.reached, descending)).rows;
    if (count > EXACT_TOTAL_LIMIT || part.reached !== null) {
      const reckoned = terms.length === 0 ? all : (count * Math.max(all, seen)) / Math.max(1, seen);
      return { total: Math.max(count, Math.round(reckoned)), totalIsEstimate: true };
    }
  }
  return { total: count, totalIsEstimate: false };
}

/** Without a filter a whole day's rows are known; everything else is counted. */
function countPart(finder: Finder, search: Search, { rows, exact }: Size): Counted {
  if (search.terms.length === 0 && exact) return { count: rows, looked: 0, reached: null };
  return finder.count(search);
}

interface Size {
  readonly rows: number;
  readonly exact: boolean;
}

/** How many rows a stretch has: the registered number when it is the whole day, else in proportion to time. */
function sizeOf({ partition, low, high }: Stretch): Size {
  const { rows, day, minAt, maxAt } = partition;
  const from = timeOf(day, low);
  const to = timeOf(day, high);
  if (from <= minAt && to > maxAt) return { rows, exact: true };
  const share = (Math.min(to, maxAt + 1) - Math.max(from, minAt)) / (maxAt + 1 - minAt);
  return { rows: Math.round(rows * Math.min(1, Math.max(0, share))), exact: false };
}

/** The part of a day that lies in a range; it may be empty. */
function stretchOf(partition: Partition, { from, to }: TimeRange): Stretch {
  const { day } = partition;
  return {
    partition,
    low: numberWithin(day, { at: from, slot: 0 }),
    high: numberWithin(day, { at: to, slot: 0 }),
  };
}

/** The part of a stretch after a bound. */
function behind({ partition, low, high }: Stretch, bound: Bound, descending: boolean): Stretch {
  const number = numberWithin(partition.day, bound);
  if (descending) return { partition, low, high: Math.min(high, number) };
  // The bound itself is excluded. A bound of an earlier day excludes nothing.
  return { partition, low: Math.max(low, dayOf(bound.at) === partition.day ? number + 1 : number), high };
}

/** The part of a stretch that was searched when a number was reached. */
function upTo({ partition, low, high }: Stretch, number: number, descending: boolean): Stretch {
  return descending ? { partition, low: number, high } : { partition, low, high: number + 1 };
}

/** A bound as a number of a day; one of an earlier day is its beginning, of a later one its end. */
function numberWithin(day: number, { at, slot }: Bound): number {
  if (dayOf(at) < day) return 0;
  return dayOf(at) > day ? DAY_MS * SLOTS : numberOf(at, slot);
}

function placeOf(day: number, number: number): Bound {
  return { at: timeOf(day, number), slot: slotOf(number) };
}

function positionOf({ at, slot }: Bound): ListPosition {
  return { values: [at], id: String(slot) };
}

function boundOf({ values, id }: ListPosition): Bound {
  return { at: Number(values[0]), slot: Number(id) };
}
