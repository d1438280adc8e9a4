import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { messageOf } from '../../kit/fault.ts';
import { MIGRATIONS } from '../../store/sqlite/migrations/all.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { MASTER_KEY_FILE, parseMasterKey, parseSigningKey, SIGNING_KEY_FILE } from '../secrets/secrets.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Opens the database beside a running server, changing nothing. */
export function checkDatabase(layout: DataLayout): readonly Finding[] {
  if (!existsSync(layout.database))
    return [ok('Database', 'none yet; the server makes it at its first start')];
  let database: Database.Database | undefined;
  try {
    database = new Database(layout.database, { readonly: true, fileMustExist: true });
    return [checkIntegrity(database), checkMigrations(database)];
  } catch (error) {
    return [
      fail('Database', `${layout.database} does not open (${messageOf(error)})`, 'Restore it from a backup.'),
    ];
  } finally {
    database?.close();
  }
}

function checkIntegrity(database: Database.Database): Finding {
  const problems = database
    .prepare<[], { quick_check: string }>('PRAGMA quick_check(3)')
    .all()
    .map((row) => row.quick_check);
  if (problems.join() === 'ok') return ok('Database', 'opens, and its pages are whole');
  return fail(
    'Database',
    `is damaged: ${problems.join('; ')}`,
    'Stop the server and restore the database from a backup.',
  );
}

function checkMigrations(database: Database.Database): Finding {
  const check = 'Migrations';
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get();
  if (table === undefined) return warn(check, 'the database is empty', 'Start the server: it fills it.');
  const applied = database
    .prepare<[], { number: number }>('SELECT number FROM schema_migrations')
    .all()
    .map((row) => row.number);
  const unknown = applied.filter((number) => !MIGRATIONS.some((known) => known.number === number));
  if (unknown.length > 0) {
    return fail(
      check,
      `number ${unknown.join(', ')} comes from a newer Schoolgate`,
      'Run that version, or restore a backup of before.',
    );
  }
  const missing = MIGRATIONS.length - applied.length;
  if (missing > 0)
    return warn(check, `${missing} still to be run`, 'Make a backup, then start the server: it runs them.');
  return ok(check, `all ${applied.length} run`);
}

/** The secret keys can be read; none is made. */
export async function checkSecrets(layout: DataLayout): Promise<Finding> {
  const files = [
    { file: join(layout.secrets, SIGNING_KEY_FILE), parse: parseSigningKey },
    { file: join(layout.secrets, MASTER_KEY_FILE), parse: parseMasterKey },
  ];
  const missing = files.filter(({ file }) => !existsSync(file));
  if (missing.length === files.length)
    return ok('Keys', 'none yet; the server makes them at its first start');
  for (const { file, parse } of files) {
    try {
      parse(await readFile(file, 'utf8'));
    } catch (error) {
      return fail('Keys', `${file} cannot be used (${messageOf(error)})`, 'Restore it from a backup.');
    }
  }
  return ok('Keys', 'the signing key and the master key can be read');
}
