import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../kit/fault.ts';
import type { AppliedMigration } from '../../store/ports/adapter.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { folderStore } from '../data-folder/store-adapter.ts';
import { MASTER_KEY_FILE, parseMasterKey, parseSigningKey, SIGNING_KEY_FILE } from '../secrets/secrets.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** How many faults are listed. */
const MAX_PROBLEMS = 3;

/** Checks the database, also beside a running server. It changes nothing. */
export async function checkDatabase(layout: DataLayout): Promise<readonly Finding[]> {
  if (!existsSync(layout.database))
    return [ok('Database', 'none yet; the server makes it at its first start')];
  const { migrations, inspect } = folderStore(layout);
  try {
    return await inspect(async (inspection) => [
      integrityOf(await inspection.damage(MAX_PROBLEMS)),
      migrationsOf(await inspection.appliedMigrations(), migrations),
      ...heldOf(await inspection.heldDevices()),
    ]);
  } catch (error) {
    return [
      fail('Database', `${layout.database} does not open (${messageOf(error)})`, 'Restore it from a backup.'),
    ];
  }
}

function integrityOf(problems: readonly string[]): Finding {
  if (problems.length === 0) return ok('Database', 'opens, and its pages are whole');
  return fail(
    'Database',
    `is damaged: ${problems.join('; ')}`,
    'Stop the server and restore the database from a backup.',
  );
}

function migrationsOf(applied: readonly AppliedMigration[] | null, known: readonly number[]): Finding {
  const check = 'Migrations';
  if (applied === null) return warn(check, 'the database is empty', 'Start the server: it fills it.');
  const unknown = applied.map(({ number }) => number).filter((number) => !known.includes(number));
  if (unknown.length > 0) {
    return fail(
      check,
      `number ${unknown.join(', ')} comes from a newer Schoolgate`,
      'Run that version, or restore a backup of before.',
    );
  }
  const missing = known.length - applied.length;
  if (missing > 0)
    return warn(
      check,
      `${missing} still to be run`,
      'Start the server: it makes a backup, then it runs them.',
    );
  return ok(check, `all ${applied.length} run`);
}

function heldOf(devices: number): readonly Finding[] {
  if (devices === 0) return [];
  return [
    warn(
      'Devices',
      `${devices} devices wait since a restore that could not know whether their keys were revoked`,
      'See "schoolgate held-devices list": remove those that are not yours any more, then confirm the others.',
    ),
  ];
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
