import type { DatabaseSync } from 'node:sqlite';
import { openSqlite } from './sqlite.ts';

/** One agent a state folder: a lock that the system takes back when the process ends, however it ends. No pid, so none that was given anew. */
export interface RunLock {
  release(): void;
}

/** @returns null when another process holds it */
export function takeRunLock(path: string): RunLock | null {
  const database = openSqlite(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => close(database) };
}

function close(database: DatabaseSync): void {
  if (database.isOpen) database.close();
}

/** SQLITE_BUSY: https://sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
  );
}
