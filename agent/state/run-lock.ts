import type { DatabaseSync } from 'node:sqlite';
import { openSqlite } from './sqlite.ts';

/**
 * Allows one agent for each state folder. The system releases the lock when the process ends, however it ends. A file with a process id would not do,
 * because ids are used again.
 */
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
