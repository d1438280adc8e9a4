import Sqlite, { type Database } from 'better-sqlite3';
import { Fault } from '../../kit/fault.ts';
import type { StoreAdapter, StoreLocation } from '../ports/adapter.ts';
import { createInspection } from './backup/inspection.ts';
import { beginTimeline } from './backup/timeline.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { openRecordScan } from './records/record-scan.ts';
import { createSqliteStore } from './sqlite-store.ts';

/** The adapter of one SQLite file, which need not exist yet. */
export function createSqliteAdapter(location: StoreLocation): StoreAdapter {
  const { path } = location;
  return {
    location,
    migrations: MIGRATIONS.map(({ number }) => number),
    createStore: (tools) => createSqliteStore({ path, ...tools }),
    openRecordScan: () => openRecordScan(path),
    inspect: (look) => opened(path, { readonly: true }, (db) => look(createInspection(db))),
    copyTo: (copy) =>
      opened(path, { readonly: true }, async (db) => void db.prepare('VACUUM INTO ?').run(copy)),
    beginTimeline: (order) => opened(path, {}, async (db) => beginTimeline(db, order)),
  };
}

async function opened<T>(
  path: string,
  options: { readonly readonly?: boolean },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  let db: Database | null = null;
  try {
    db = new Sqlite(path, { ...options, fileMustExist: true });
    return await work(db);
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) throw unreadable(error);
    throw error;
  } finally {
    db?.close();
  }
}

/** SQLite's own message: only an operator reads it, no caller of the API. */
function unreadable(error: Error): Fault {
  return new Fault('unavailable', error.message, { cause: error });
}
