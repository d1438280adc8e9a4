import type { Database, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Clock } from '../../../kit/clock.ts';
import {
  EXACT_TOTAL_LIMIT,
  type ListPage,
  type ListPosition,
  type ListQuery,
  type SortKey,
} from '../../ports/list.ts';
import { createReadMemory, type Remembered, remember } from './read-memory.ts';

/** A condition, with its parameters apart from its text. */
export type Condition = RawBuilder<unknown>;

/** The parts of a list. Its table has a column `updated_at` if the list takes `updatedSince`. */
export interface ListSource<Row extends object, Field extends string> {
  readonly table: string;
  /** What the rows are read from, where that is more than the table: the conditions are about the table alone, and its rows are counted. */
  readonly from?: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  /** The column behind each field that can be sorted by; null values come first when ascending. */
  readonly sortable: Readonly<
    Record<Field, { readonly column: Extract<keyof Row, string>; readonly nullable: boolean }>
  >;
  readonly conditions: readonly Condition[];
}

export interface Lists {
  read<Row extends { readonly id: string }, Field extends string>(
    source: ListSource<Row, Field>,
    query: ListQuery<unknown, Field>,
  ): ListPage<Row>;
  /** The rows of a query that is no list, such as one of sums. Its text must not vary with its values, since it is kept prepared. */
  all<Row>(query: RawBuilder<unknown>): readonly Row[];
}

/** Compiles SQL; never runs it. */
const compiler = new Kysely<Record<never, never>>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Prepared list statements that are kept (each some kilobytes); the filters in use at one school are far fewer. */
const MAX_STATEMENTS = 200;

/** How long (milliseconds) an exact total above the limit is returned again, as an estimate: counting 50,000 rows costs more than listing 50. */
const TOTAL_KEPT_MS = 10_000;
const MAX_TOTALS = 500;
/** How many rows are counted at most: more than any school has devices or people, and some milliseconds. A longer list has this as its total. */
const MAX_COUNTED = 100_000;

interface SortColumn {
  readonly column: string;
  readonly nullable: boolean;
  readonly descending: boolean;
}

/** Reads pages of lists over one connection. */
export function createLists({ db, clock }: { readonly db: Database; readonly clock: Clock }): Lists {
  const statements = new Map<string, Statement<unknown[], unknown>>();
  const totals = new Map<string, { readonly total: number; readonly at: number }>();
  const whileUnchanged = createReadMemory(db);

  const all = (query: CompiledQuery): unknown[] => {
    const known = statements.get(query.sql);
    const statement = known ?? db.prepare<unknown[], unknown>(query.sql);
    remember(statements, { key: query.sql, value: statement, limit: MAX_STATEMENTS });
    return statement.all(...query.parameters);
  };
  const count = (query: CompiledQuery): number => (all(query)[0] as { readonly total: number }).total;

  const totalOf = (
    memory: Remembered,
    table: RawBuilder<unknown>,
    where: RawBuilder<unknown>,
    key: string,
  ): { total: number; totalIsEstimate: boolean } => {
    const limit = EXACT_TOTAL_LIMIT + 1;
    const probe =
      sql`select count(*) as total from (select 1 from ${table} where ${where} limit ${limit})`.compile(
        compiler,
      );
    const seen = memory.count(probe, () => count(probe));
    if (seen < limit) return { total: seen, totalIsEstimate: false };
    const kept = totals.get(key);
    if (kept !== undefined && clock.monotonic() - kept.at < TOTAL_KEPT_MS)
      return { total: kept.total, totalIsEstimate: true };
    const counted = count(
      sql`select count(*) as total from (select 1 from ${table} where ${where} limit ${MAX_COUNTED + 1})`.compile(
        compiler,
      ),
    );
    const total = Math.min(counted, MAX_COUNTED);
    remember(totals, { key, value: { total, at: clock.monotonic() }, limit: MAX_TOTALS });
    return { total, totalIsEstimate: counted > MAX_COUNTED };
  };

  return {
    read<Row extends { readonly id: string }, Field extends string>(
      source: ListSource<Row, Field>,
      { organisationId, filter, range, updatedSince, sort, limit, from }: ListQuery<unknown, Field>,
    ): ListPage<Row> {
      const table = sql.table(source.table);
      const order = totalOrder(source, sort);
      // Few rows were changed of late: their index is worth more than one that gives the order.
      const where = allOf([
        ...source.conditions,
        ...(updatedSince === undefined ? [] : [sql`likelihood(updated_at >= ${updatedSince}, 0.01)`]),
      ]);
      const after = from.kind === 'after' ? allOf([where, behind(order, from.position)]) : where;
      const offset = from.kind === 'page' ? (from.page - 1) * limit : 0;
      const orderBy = sql.join(
        order.map(({ column, descending }) => (descending ? sql`${sql.ref(column)} desc` : sql.ref(column))),
      );
      const page = sql`select ${source.columns} from ${source.from ?? table} where ${after} order by ${orderBy} limit ${limit + 1} offset ${offset}`;
      // The source says which columns it selects; they are the row's.
      const compiled = page.compile(compiler);
      const memory = whileUnchanged();
      const found = memory.rows(compiled, () => all(compiled)) as readonly Row[];
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return {
        rows,
        ...totalOf(
          memory,
          table,
          where,
          JSON.stringify([source.table, organisationId, filter, range, updatedSince]),
        ),
        hasMore: found.length > limit,
        last:
          last === undefined
            ? null
            : positionOf(
                last,
                sort.map(({ field }) => source.sortable[field].column),
              ),
      };
    },
    all: <Row>(query: RawBuilder<unknown>) => all(query.compile(compiler)) as readonly Row[],
  };
}

/** True when all conditions are. */
export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
}

/** True when any condition is; false when there is none. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`;
}

/** True when the column has one of the values. */
export function isOneOf(column: string, values: readonly (string | number)[]): Condition {
  if (values.length === 1) return sql`${sql.ref(column)} = ${values[0]}`;
  return values.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join([...values])})`;
}

function totalOrder<Row extends object, Field extends string>(
  source: ListSource<Row, Field>,
  sort: readonly SortKey<Field>[],
): readonly SortColumn[] {
  const keys = sort.map(({ field, descending }) => ({ ...source.sortable[field], descending }));
  return [...keys, { column: 'id', nullable: false, descending: keys.at(-1)?.descending ?? false }];
}

function positionOf<Row extends { readonly id: string }>(
  row: Row,
  columns: readonly Extract<keyof Row, string>[],
): ListPosition {
  return { values: columns.map((column) => row[column] as string | number | null), id: row.id };
}

/**
 * What comes behind a position: greater in the first key, or equal there and greater in the second, and so on. The bound on the first key alone
 * follows from it, and is what an index can use.
 */
function behind(order: readonly SortColumn[], position: ListPosition): Condition {
  const values = [...position.values, position.id];
  const keys = order.map((key, index) => ({ ...key, value: values[index] ?? null }));
  const steps = keys.map((key, index) => allOf([...keys.slice(0, index).map(sameAs), greaterThan(key)]));
  const [first] = keys;
  return first === undefined ? sql`true` : allOf([notBefore(first), anyOf(steps)]);
}

type BoundKey = SortColumn & { readonly value: string | number | null };

function sameAs({ column, value }: BoundKey): Condition {
  return value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
}

function greaterThan({ column, value, nullable, descending }: BoundKey): Condition {
  const ref = sql.ref(column);
  if (value === null) return descending ? sql`false` : sql`${ref} is not null`;
  if (!descending) return sql`${ref} > ${value}`;
  return nullable ? sql`(${ref} < ${value} or ${ref} is null)` : sql`${ref} < ${value}`;
}

function notBefore({ column, value, nullable, descending }: BoundKey): Condition {
  const ref = sql.ref(column);
  if (value === null) return descending ? sql`${ref} is null` : sql`true`;
  if (!descending) return sql`${ref} >= ${value}`;
  return nullable ? sql`(${ref} <= ${value} or ${ref} is null)` : sql`${ref} <= ${value}`;
}
