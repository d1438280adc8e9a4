import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { readAnchors } from '../audit/anchor.ts';
import { lastBackupAt } from '../backup/last-backup.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const DAY_MS = 86_400_000;
/** A week's work is what a school can bear to lose. */
const BACKUP_WARN_DAYS = 7;
/** A purge runs every night; two that are missing are no accident. */
const PURGE_WARN_DAYS = 3;

interface Head {
  readonly organisation_id: number;
  readonly sequence: number;
  readonly hash: string;
}

/** The last backup is young enough. */
export async function checkBackup(layout: DataLayout, clock: Clock): Promise<readonly Finding[]> {
  if (!existsSync(layout.database)) return [];
  const at = await lastBackupAt(layout);
  const todo = 'Run: schoolgate backup FILE (best every night, onto another machine).';
  if (at === null) {
    const says = '"schoolgate backup" has made none of this data folder yet';
    return [
      ageDays(layout, clock) > BACKUP_WARN_DAYS
        ? warn('Backup', says, todo)
        : ok('Backup', `${says}; ${todo}`),
    ];
  }
  const days = Math.floor((clock.now() - at) / DAY_MS);
  const says = days <= 0 ? 'made today' : `${days} day${days === 1 ? '' : 's'} old`;
  return [
    days > BACKUP_WARN_DAYS
      ? warn('Backup', `the last one is ${says}`, todo)
      : ok('Backup', `the last one is ${says}`),
  ];
}

/** How old the database is, in days: since its first migration. */
function ageDays(layout: DataLayout, clock: Clock): number {
  const madeAt = withDatabase(layout, 'schema_migrations', (db) =>
    db.prepare<[], number>('SELECT min(applied_at) FROM schema_migrations').pluck().all(),
  );
  return (clock.now() - (madeAt[0] ?? clock.now())) / DAY_MS;
}

/** Each chain of the audit ends as its last entry says, and holds what was noted beside the database. The whole of it is for `audit verify`. */
export async function checkAudit(layout: DataLayout): Promise<readonly Finding[]> {
  const todo = 'Run: schoolgate audit verify';
  const anchors = await readAnchors(layout).catch((error: unknown) => error);
  if (!Array.isArray(anchors))
    return [fail('Audit', `its anchor cannot be read (${messageOf(anchors)})`, todo)];
  return withDatabase(layout, 'audit_heads', (db) => {
    const heads = db.prepare<[], Head>('SELECT organisation_id, sequence, hash FROM audit_heads').all();
    const hashAt = db
      .prepare<[number, number], string>('SELECT hash FROM audit WHERE organisation_id = ? AND sequence = ?')
      .pluck();
    const purged = db
      .prepare<[number], number>('SELECT purged_sequence FROM audit_heads WHERE organisation_id = ?')
      .pluck();
    const broken = heads.some((head) => hashAt.get(head.organisation_id, head.sequence) !== head.hash);
    if (broken) return [fail('Audit', 'the end of its chain is not the entry that was written last', todo)];
    const missed = anchors.some(
      ({ organisationId, sequence, hash }) =>
        sequence > (purged.get(organisationId) ?? 0) && hashAt.get(organisationId, sequence) !== hash,
    );
    if (missed)
      return [fail('Audit', 'an entry that was noted beside the database is gone or another', todo)];
    const count = heads.reduce((sum, { sequence }) => sum + sequence, 0);
    return [ok('Audit', `${count} entries; its chain ends as it should`)];
  });
}

/** What is old is purged: the nightly job has run, and left nothing that is too old. */
export function checkRetention(layout: DataLayout, clock: Clock, keepDays: number): readonly Finding[] {
  return withDatabase(layout, 'audit_receipts', (db) => {
    const oldest = db.prepare<[], number | null>('SELECT min(at) FROM audit').pluck().get() ?? null;
    const last =
      db.prepare<[], number | null>('SELECT max(purged_at) FROM audit_receipts').pluck().get() ?? null;
    const days = oldest === null ? 0 : Math.floor((clock.now() - oldest) / DAY_MS);
    if (days > keepDays + PURGE_WARN_DAYS)
      return [
        warn(
          'Retention',
          `the oldest entry of the audit is ${days} days old`,
          'Look into the log for "a job failed", and see that the server runs at night.',
        ),
      ];
    const says =
      last === null
        ? 'nothing was old enough yet'
        : `last receipt of ${new Date(last).toISOString().slice(0, 10)}`;
    return [ok('Retention', says)];
  });
}

/** Nothing to say of a database that is not there, or has not got that table yet: other checks do. */
function withDatabase<T>(
  layout: DataLayout,
  table: string,
  look: (db: Database.Database) => readonly T[],
): readonly T[] {
  if (!existsSync(layout.database)) return [];
  const db = new Database(layout.database, { readonly: true, fileMustExist: true });
  try {
    const known = db.prepare<[string]>('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table);
    return known === undefined ? [] : look(db);
  } finally {
    db.close();
  }
}
