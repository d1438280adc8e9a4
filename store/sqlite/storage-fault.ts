import Sqlite from 'better-sqlite3';
import { Fault } from '../../kit/fault.ts';

/** What is told to callers for the failures that are not theirs, by the primary result code of SQLite (https://sqlite.org/rescode.html). */
const DETAILS: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'The server’s disk is full; nothing of this request was stored.',
  SQLITE_IOERR: 'The server’s disk has failed; nothing of this request was stored.',
  SQLITE_BUSY: 'Another program keeps the database locked; nothing of this request was stored.',
  SQLITE_LOCKED: 'Another program keeps the database locked; nothing of this request was stored.',
  SQLITE_READONLY: 'The server’s database cannot be written; nothing of this request was stored.',
  SQLITE_CANTOPEN: 'The server’s database cannot be opened.',
  SQLITE_CORRUPT: 'The server’s database is damaged.',
  SQLITE_NOTADB: 'The server’s database file is not a database.',
  SQLITE_NOMEM: 'The server is out of memory; nothing of this request was stored.',
};

/**
 * The error as callers are to meet it: a failure of the storage becomes a Fault `unavailable` with the failure as its cause, anything
 * else stays what it is.
 */
export function storageFault(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  const primary = Object.keys(DETAILS).find(
    (code) => error.code === code || error.code.startsWith(`${code}_`),
  );
  if (primary === undefined) return error;
  return new Fault('unavailable', DETAILS[primary] ?? 'The server cannot store anything right now.', {
    internal: `${error.code}: ${error.message}`,
    cause: error,
  });
}

/** Whether another connection holds the lock, so that waiting helps. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    (error.code === 'SQLITE_BUSY' || error.code.startsWith('SQLITE_BUSY_'))
  );
}
