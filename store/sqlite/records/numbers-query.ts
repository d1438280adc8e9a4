import type { Database, Statement } from 'better-sqlite3';
import type { Term } from './terms.ts';

/** How many prepared statements are kept (each some kilobytes): those of the filters in use, on some weeks of days. */
const MAX_STATEMENTS = 500;

/** Runs statements whose text depends on day and filter, each prepared once. */
export interface NumbersQuery {
  /** The first column, numbers. */
  numbers(sql: string, parameters: readonly unknown[]): readonly number[];
  rows(sql: string, parameters: readonly unknown[]): readonly unknown[];
}

export function createNumbersQuery(db: Database): NumbersQuery {
  const statements = new Map<string, Statement<unknown[], unknown>>();
  const prepared = (sql: string): Statement<unknown[], unknown> => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const made = db.prepare<unknown[], unknown>(sql);
    statements.set(sql, made);
    return made;
  };
  return {
    numbers: (sql, parameters) =>
      prepared(sql)
        .pluck(true)
        .all(...parameters) as number[],
    rows: (sql, parameters) => prepared(sql).all(...parameters),
  };
}

/** Columns whose value is written into the text of a statement: only then does SQLite see that the partial index of rows with a 1 can be used. */
const LITERAL: readonly string[] = ['action', 'flagged'];

/** Terms as conditions, each led by AND. */
export function conditions(terms: readonly Term[]): {
  readonly sql: string;
  readonly parameters: readonly unknown[];
} {
  const parts = terms.map(conditionOf);
  return {
    sql: parts.map(({ sql }) => ` AND ${sql}`).join(''),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

function conditionOf({ column, values }: Term): {
  readonly sql: string;
  readonly parameters: readonly unknown[];
} {
  if (LITERAL.includes(column))
    return {
      sql: values.length === 1 ? `${column} = ${values[0]}` : `${column} IN (${values.join(', ')})`,
      parameters: [],
    };
  if (values.length === 1) return { sql: `${column} = ?`, parameters: [values[0]] };
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, parameters: [JSON.stringify(values)] };
}

export function orderBy(descending: boolean): string {
  return `ORDER BY number ${descending ? 'DESC' : 'ASC'}`;
}
