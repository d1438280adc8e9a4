import { conditions, type NumbersQuery, orderBy } from './numbers-query.ts';
import { indexName } from './partitions.ts';
import type { Found, Search } from './search.ts';
import { indexOf } from './terms.ts';
import { type Path, walk } from './walk.ts';

/** How many rows of a stretch match. */
export interface Counted {
  readonly count: number;
  readonly looked: number;
  /** The number up to which rows were counted, when that is not the whole stretch: enough were found, or the budget ended. */
  readonly reached: number | null;
}

/** Finds rows of a day within a budget of rows to examine. */
export interface Finder {
  find(search: Search): Found;
  /** Counts up to `wanted`. */
  count(search: Search): Counted;
}

/** Rows of several values of one index are collected and sorted when there are at most this many in a day; else all rows are examined in their order. */
const GATHERED_ROWS = 5_000;

export function createFinder(query: NumbersQuery): Finder {
  const find = (search: Search): Found => {
    const path = pathOf(search);
    const gathered = path.fixed.length === 0 ? gather(query, search) : null;
    return gathered ?? walk(query, search, path);
  };
  return {
    find,
    count(search) {
      const path = pathOf(search);
      if (path.remaining.length === 0) return countAlong(query, search, path);
      const { numbers, looked, stoppedAt } = find(search);
      const last = numbers.length < search.wanted ? null : (numbers.at(-1) ?? null);
      return { count: numbers.length, looked, reached: stoppedAt ?? last };
    },
  };
}

/** By the index of a term with one value, if there is one; a device's before that of all blocked rows. Else all rows in their order. */
function pathOf({ stretch, terms }: Search): Path {
  const { partition } = stretch;
  const single = terms.filter((term) => term.values.length === 1 && indexOf(term) !== null);
  const chosen = single.find(({ column }) => column !== 'action' && column !== 'flagged') ?? single[0];
  const column = chosen === undefined ? null : indexOf(chosen);
  if (chosen === undefined || column === null)
    return { source: `${partition.name} NOT INDEXED`, fixed: [], remaining: terms };
  return {
    source: `${partition.name} INDEXED BY ${indexName(partition, column)}`,
    fixed: [chosen],
    remaining: terms.filter((term) => term !== chosen),
  };
}

/** The rows of a term with several values, if they are few; null when they are many, or no such term is given. */
function gather(query: NumbersQuery, search: Search): Found | null {
  const { stretch, terms, descending, wanted } = search;
  const { partition, low, high } = stretch;
  for (const term of terms) {
    const column = indexOf(term);
    if (column === null || term.values.length < 2) continue;
    const source = `${partition.name} INDEXED BY ${indexName(partition, column)}`;
    const range = `${term.column} IN (SELECT value FROM json_each(?)) AND number >= ? AND number < ?`;
    const parameters = [JSON.stringify(term.values), low, high];
    const [rows = 0] = query.numbers(
      `SELECT count(*) FROM (SELECT 1 FROM ${source} WHERE ${range} LIMIT ${GATHERED_ROWS + 1})`,
      parameters,
    );
    if (rows > GATHERED_ROWS) continue;
    const rest = conditions(terms.filter((other) => other !== term));
    const numbers = query.numbers(
      `SELECT number FROM ${source} WHERE ${range}${rest.sql} ${orderBy(descending)} LIMIT ?`,
      [...parameters, ...rest.parameters, wanted],
    );
    return { numbers, looked: rows, stoppedAt: null };
  }
  return null;
}

function countAlong(
  query: NumbersQuery,
  { stretch, descending, wanted }: Search,
  { source, fixed }: Path,
): Counted {
  const { sql, parameters } = conditions(fixed);
  const range = `FROM ${source} WHERE number >= ? AND number < ?${sql}`;
  const bounds = [stretch.low, stretch.high, ...parameters];
  const [last] = query.numbers(`SELECT number ${range} ${orderBy(descending)} LIMIT 1 OFFSET ?`, [
    ...bounds,
    wanted - 1,
  ]);
  if (last !== undefined) return { count: wanted, looked: 0, reached: last };
  const [count = 0] = query.numbers(`SELECT count(*) ${range}`, bounds);
  return { count, looked: 0, reached: null };
}
