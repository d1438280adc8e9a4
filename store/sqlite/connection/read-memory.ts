import type { Database } from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';

/** Returns what was read before, as long as nobody has committed since. Ask for it anew before each read: it checks once then. */
export type ReadMemory = () => Remembered;

export interface Remembered {
  count(query: CompiledQuery, read: () => number): number;
  rows(query: CompiledQuery, read: () => readonly unknown[]): readonly unknown[];
}

/** Some kilobytes in all. */
const MAX_COUNTS = 500;
/** Pages of 50 rows take about 50 kB; larger ones are not kept. */
const MAX_PAGES = 64;
const MAX_PAGE_ROWS = 201;

/**
 * Caches reads until the next commit. SQLite tells a connection of each commit of other connections (PRAGMA data_version); the first one clears the cache.
 * Counting 10,000 rows and reading 50 of 50,000 devices costs far more than this check, and dashboards and scripts ask for the same page many times between two
 * commits. Only for a connection that never writes: it is not told of its own commits.
 */
export function createReadMemory(db: Database): ReadMemory {
  const nothing: Remembered = { count: (_query, read) => read(), rows: (_query, read) => read() };
  if (!db.readonly) return () => nothing;
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  const counts = new Map<string, number>();
  const pages = new Map<string, readonly unknown[]>();
  let knownAt: number | undefined;

  /** Whether the cache may be used. An open transaction reads what was there when it began. */
  const isCurrent = (): boolean => {
    if (db.inTransaction) return false;
    const now = version.get();
    if (now !== knownAt) {
      counts.clear();
      pages.clear();
      knownAt = now;
    }
    return true;
  };
  const remembered: Remembered = {
    count(query, read) {
      const key = keyOf(query);
      const value = counts.get(key) ?? read();
      remember(counts, { key, value, limit: MAX_COUNTS });
      return value;
    },
    rows(query, read) {
      const key = keyOf(query);
      const rows = pages.get(key) ?? read();
      if (rows.length <= MAX_PAGE_ROWS) remember(pages, { key, value: rows, limit: MAX_PAGES });
      return rows;
    },
  };
  return () => (isCurrent() ? remembered : nothing);
}

/** The key is the SQL with its parameters, not the filter: a condition may contain the present time. */
function keyOf({ sql, parameters }: CompiledQuery): string {
  return `${sql}\n${JSON.stringify(parameters)}`;
}

/** Puts an entry in last place and drops those unused for longest. */
export function remember<Value>(
  cache: Map<string, Value>,
  entry: { readonly key: string; readonly value: Value; readonly limit: number },
): void {
  cache.delete(entry.key);
  cache.set(entry.key, entry.value);
  for (const key of cache.keys()) {
    if (cache.size <= entry.limit) return;
    cache.delete(key);
  }
}
