import type { DatabaseSync } from 'node:sqlite';

/** Small named values in the state database, as JSON; durable when `set` returns. */
export interface Meta {
  get(key: MetaKey): unknown;
  set(key: MetaKey, value: unknown): void;
}

export type MetaKey =
  | 'target'
  | 'epoch'
  | 'high_water'
  | 'time'
  | 'lock'
  | 'look_ups'
  | 'portal'
  | 'reached'
  | 'dropped'
  | 'enrollment';

export function createMeta(database: DatabaseSync): Meta {
  const read = database.prepare('SELECT value FROM meta WHERE key = ?');
  const write = database.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  return {
    get(key) {
      const value = read.get(key)?.value;
      return typeof value === 'string' ? JSON.parse(value) : null;
    },
    set: (key, value) => void write.run(key, JSON.stringify(value)),
  };
}

/** A whole number that was kept, or 0. */
export function countOf(value: unknown): number {
  return Number.isSafeInteger(value) ? Number(value) : 0;
}
