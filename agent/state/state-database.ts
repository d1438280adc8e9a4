import { rename, rm } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { newerState } from './newer-state.ts';
import { inTransaction, openSqlite } from './sqlite.ts';

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** Why the database before this one was set aside; null = it was sound, or there was none. */
  readonly damage: string | null;
}

const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE commands (
    command_id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, type TEXT NOT NULL, jws TEXT NOT NULL, outcome TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX commands_by_sequence ON commands (sequence);
  CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, record_id TEXT NOT NULL, body TEXT NOT NULL, bytes INTEGER NOT NULL,
    UNIQUE (topic, record_id)
  ) STRICT;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens the state database, every commit of which is on disk when it returns (WAL, synchronous FULL). A damaged one is moved aside and a new one is
 * made, because an agent that cannot start protects nobody.
 */
export async function openStateDatabase(path: string, clock: Clock): Promise<OpenedDatabase> {
  try {
    return { database: openChecked(path), damage: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const aside = `${path}.damaged-${clock.now()}`;
    await rename(path, aside);
    for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true });
    return { database: openChecked(path), damage: `${messageOf(error)}; set aside as ${aside}` };
  }
}

function openChecked(path: string): DatabaseSync {
  const database = openSqlite(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
    const checked = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (checked !== 'ok') throw new Damage(String(checked));
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    // In one transaction: with half of its tables no agent would start again.
    if (version === 0) inTransaction(database, () => database.exec(SCHEMA));
    else if (version !== SCHEMA_VERSION) throw newerState(path, Number(version), SCHEMA_VERSION);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

class Damage extends Error {
  override readonly name = 'Damage';
}

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26): https://sqlite.org/rescode.html */
function isDamage(error: unknown): boolean {
  if (error instanceof Damage) return true;
  const code =
    typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 11 || code === 26;
}
