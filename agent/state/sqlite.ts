import type { DatabaseSync } from 'node:sqlite';

/**
 * Opens a database file of node:sqlite. The module is loaded here and not imported, because Node 22 warns of it at load: we use it on purpose, and
 * the warning would appear in the service's log each day.
 */
export function openSqlite(path: string, options: { readonly readOnly?: boolean } = {}): DatabaseSync {
  const { DatabaseSync } = quietly(() => process.getBuiltinModule('node:sqlite'));
  return new DatabaseSync(path, { readOnly: options.readOnly ?? false });
}

function quietly<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Runs statements all or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A failed COMMIT (full disk) may have rolled back by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
