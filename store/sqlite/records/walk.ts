import { conditions, type NumbersQuery, orderBy } from './numbers-query.ts';
import type { Found, Search } from './search.ts';
import type { Term } from './terms.ts';

/** A way to rows in their order of time. */
export interface Path {
  /** The table, with the index to use. */
  readonly source: string;
  /** The part that the index fixes to one value; empty without. */
  readonly fixed: readonly Term[];
  /** The conditions to check row by row. */
  readonly remaining: readonly Term[];
}

/** Rows examined in the first step: few, in case most match. */
const FIRST_LOOK = 1_000;
const LONGEST_LOOK = 25_000;

/** The cost of a row found through an index, in rows that lie side by side. */
const COST_BY_INDEX = 4;

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Examines rows along a path until enough are found, the stretch ends, or the budget ends. */
export function walk(query: NumbersQuery, search: Search, path: Path): Found {
  const { stretch, descending, wanted, budget } = search;
  if (path.remaining.length === 0) {
    const numbers = read(query, search, path, { ...stretch, limit: wanted });
    return { numbers, looked: numbers.length, stoppedAt: null };
  }
  const cost = path.fixed.length === 0 ? 1 : COST_BY_INDEX;
  const numbers: number[] = [];
  let looked = 0;
  let rest: Bounds = stretch;
  for (let look = FIRST_LOOK; ; look = Math.min(LONGEST_LOOK, look * 4)) {
    const rows = Math.min(look, Math.floor((budget - looked) / cost));
    if (rows <= 0) return { numbers, looked, stoppedAt: descending ? rest.high : rest.low - 1 };
    const next = rowBehind(query, search, path, { ...rest, rows });
    const part = next === undefined ? rest : before(rest, next, descending);
    numbers.push(...read(query, search, path, { ...part, limit: wanted - numbers.length }));
    looked += rows * cost;
    if (next === undefined || numbers.length >= wanted) return { numbers, looked, stoppedAt: null };
    rest = from(rest, next, descending);
  }
}

/** The part of a stretch that comes before a row. */
function before({ low, high }: Bounds, row: number, descending: boolean): Bounds {
  return descending ? { low: row + 1, high } : { low, high: row };
}

/** The part of a stretch that begins with a row. */
function from({ low, high }: Bounds, row: number, descending: boolean): Bounds {
  return descending ? { low, high: row + 1 } : { low: row, high };
}

function read(
  query: NumbersQuery,
  { descending }: Search,
  { source, fixed, remaining }: Path,
  { low, high, limit }: Bounds & { readonly limit: number },
): readonly number[] {
  const { sql, parameters } = conditions([...fixed, ...remaining]);
  return query.numbers(
    `SELECT number FROM ${source} WHERE number >= ? AND number < ?${sql} ${orderBy(descending)} LIMIT ?`,
    [low, high, ...parameters, limit],
  );
}

/** The row that so many others come before; undefined when there are not so many. */
function rowBehind(
  query: NumbersQuery,
  { descending }: Search,
  { source, fixed }: Path,
  { low, high, rows }: Bounds & { readonly rows: number },
): number | undefined {
  const { sql, parameters } = conditions(fixed);
  const [row] = query.numbers(
    `SELECT number FROM ${source} WHERE number >= ? AND number < ?${sql} ${orderBy(descending)} LIMIT 1 OFFSET ?`,
    [low, high, ...parameters, rows],
  );
  return row;
}
