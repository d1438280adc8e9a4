import { existsSync } from 'node:fs';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { AuditState, StoreInspection } from '../../store/ports/adapter.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { AuditAnchor } from '../../store/rules/audit-chain.ts';
import { readAnchors } from '../audit/anchor.ts';
import { lastBackupAt } from '../backup/last-backup.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { folderStore } from '../data-folder/store-adapter.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const DAY_MS = 86_400_000;
/** An older backup is a warning: a school can bear to lose a week's work. */
const BACKUP_WARN_DAYS = 7;
/** A purge runs every night: two missing ones are no accident. */
const PURGE_WARN_DAYS = 3;

/** The last backup is young enough. */
export async function checkBackup(layout: DataLayout, clock: Clock): Promise<readonly Finding[]> {
  if (!existsSync(layout.database)) return [];
  const at = await lastBackupAt(layout);
  const todo = 'Run: schoolgate backup FILE (best every night, onto another machine).';
  if (at === null) {
    const says = '"schoolgate backup" has made none of this data folder yet';
    return [
      (await ageDays(layout, clock)) > BACKUP_WARN_DAYS
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
async function ageDays(layout: DataLayout, clock: Clock): Promise<number> {
  const applied = await folderStore(layout).inspect((inspection) => inspection.appliedMigrations());
  const times = (applied ?? []).map(({ appliedAt }) => appliedAt);
  return (clock.now() - Math.min(clock.now(), ...times)) / DAY_MS;
}

/** Each chain of the audit ends as its last entry says, and holds what was noted beside the database. The whole of it is for `audit verify`. */
export async function checkAudit(layout: DataLayout): Promise<readonly Finding[]> {
  const todo = 'Run: schoolgate audit verify';
  const anchors = await readAnchors(layout).catch((error: unknown) => error);
  if (!Array.isArray(anchors))
    return [fail('Audit', `its anchor cannot be read (${messageOf(anchors)})`, todo)];
  return withAudit(layout, async ({ heads }, inspection) => {
    for (const { organisationId, sequence, hash } of heads)
      if ((await inspection.auditHashAt(organisationId, sequence)) !== hash)
        return fail('Audit', 'the end of its chain is not the entry that was written last', todo);
    const purged = new Map(heads.map((head) => [head.organisationId, head.purgedSequence]));
    for (const { organisationId, sequence, hash } of anchors as readonly AuditAnchor[]) {
      if (sequence <= (purged.get(organisationId) ?? 0)) continue;
      if ((await inspection.auditHashAt(organisationId, sequence)) !== hash)
        return fail('Audit', 'an entry that was noted beside the database is gone or another', todo);
    }
    const count = heads.reduce((sum, { sequence }) => sum + sequence, 0);
    return ok('Audit', `${count} entries; its chain ends as it should`);
  });
}

/** What is old is purged: the nightly job has run, and left nothing that is too old. */
export function checkRetention(
  layout: DataLayout,
  clock: Clock,
  fileKeepDays: number,
): Promise<readonly Finding[]> {
  return withAudit(layout, async ({ oldestAt, lastPurgedAt }, inspection) => {
    const here = await inspection.settingsHere(DEFAULT_ORGANISATION_ID);
    const keepDays = here['retention.auditDays'] ?? fileKeepDays;
    const days = oldestAt === null ? 0 : Math.floor((clock.now() - oldestAt) / DAY_MS);
    if (days > keepDays + PURGE_WARN_DAYS)
      return warn(
        'Retention',
        `the oldest entry of the audit is ${days} days old`,
        'Look into the log for "a job failed", and see that the server runs at night.',
      );
    const says =
      lastPurgedAt === null
        ? 'nothing was old enough yet'
        : `last receipt of ${new Date(lastPurgedAt).toISOString().slice(0, 10)}`;
    return ok('Retention', says);
  });
}

/** Nothing to say of a database that is not there, or knows no audit yet: other checks do. */
async function withAudit(
  layout: DataLayout,
  look: (audit: AuditState, inspection: StoreInspection) => Promise<Finding>,
): Promise<readonly Finding[]> {
  if (!existsSync(layout.database)) return [];
  return await folderStore(layout).inspect(async (inspection) => {
    const audit = await inspection.audit();
    return audit === null ? [] : [await look(audit, inspection)];
  });
}
