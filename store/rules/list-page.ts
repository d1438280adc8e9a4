import type { ListPage, ListPosition, ListQuery } from '../ports/list.ts';

type SortValue = string | number | null;

/** A row of a list that the store returns whole. `range` of a question bounds `createdAt`. */
export interface ListedRow {
  readonly id: string;
  readonly createdAt?: number;
  readonly updatedAt?: number;
}

/** A page of rows that already fit the filter. Totals are always exact. */
export function pageOf<Row extends ListedRow, Field extends string>(
  matching: readonly Row[],
  query: Pick<ListQuery<unknown, Field>, 'sort' | 'limit' | 'from' | 'range' | 'updatedSince'>,
  sortValueOf: (row: Row, field: Field) => SortValue,
): ListPage<Row> {
  const place = (row: Row): ListPosition => ({
    values: query.sort.map(({ field }) => sortValueOf(row, field)),
    id: row.id,
  });
  const compare = comparePositions(query.sort.map(({ descending }) => descending));
  const sorted = matching
    .filter((row) => isInTime(row, query))
    .map((row) => ({ row, position: place(row) }))
    .sort((a, b) => compare(a.position, b.position));
  const { from, limit } = query;
  const rest =
    from.kind === 'page'
      ? sorted.slice((from.page - 1) * limit)
      : sorted.filter(({ position }) => compare(position, from.position) > 0);
  const page = rest.slice(0, limit);
  return {
    rows: page.map(({ row }) => row),
    total: sorted.length,
    totalIsEstimate: false,
    hasMore: rest.length > limit,
    last: page.at(-1)?.position ?? null,
  };
}

function isInTime(
  { createdAt = 0, updatedAt = 0 }: ListedRow,
  { range, updatedSince = 0 }: Pick<ListQuery<unknown, never>, 'range' | 'updatedSince'>,
): boolean {
  return (
    updatedAt >= updatedSince && (range === undefined || (createdAt >= range.from && createdAt < range.to))
  );
}

function comparePositions(descending: readonly boolean[]): (a: ListPosition, b: ListPosition) => number {
  const directions = [...descending, descending.at(-1) ?? false].map((down) => (down ? -1 : 1));
  return (a, b) => {
    const left = [...a.values, a.id];
    const right = [...b.values, b.id];
    for (const [index, direction] of directions.entries()) {
      const order = compareValues(left[index] ?? null, right[index] ?? null);
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

/** Null first; texts by code point, as databases compare their bytes. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
