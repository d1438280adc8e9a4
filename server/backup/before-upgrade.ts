import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { serverVersion } from '../config/installation.ts';
import { variableOf } from '../config/settings.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { folderStore } from '../data-folder/store-adapter.ts';
import { makeBackup } from './make-backup.ts';

/** How many are kept: the school before the last upgrade and before the one before it, in case a fault is noticed late. */
const KEPT = 2;
const NAME = /^before-.+-(\d{4}-\d\d-\d\dT[\d-]+Z)\.tar\.gz$/;

/**
 * Makes a backup of a school whose database an older version has written, so that one can go back to that version. Call it before a store starts on the folder,
 * since that upgrades the database for good. A new school, and one that this version has written, need none.
 * @throws OperatorError when it cannot be made; then nothing was changed
 */
export async function backUpBeforeUpgrade({
  layout,
  clock,
  log,
}: {
  readonly layout: DataLayout;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<void> {
  if (!(await isOlder(layout))) return;
  const time = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
  const file = join(layout.backups, `before-${serverVersion()}-${time}.tar.gz`);
  try {
    await makeFolder(layout.backups, 0o700);
    const { size } = await makeBackup({ layout, file, force: false, noted: false, clock });
    log.info({ file, size }, 'the school was backed up before its database is brought up to date');
  } catch (error) {
    const why =
      error instanceof OperatorError
        ? error.message
        : `The backup ${file} could not be made (${messageOf(error)}).`;
    throw new OperatorError(
      `${why} The database is of an older version, and is left as it is until there is a backup: make room, or make one elsewhere with "schoolgate backup" and start once with ${variableOf('backupBeforeUpgrade')}=false.`,
      { cause: error },
    );
  }
  await removeOld(layout);
}

/** Whether starting a store would change the schema of a school that is there. */
async function isOlder(layout: DataLayout): Promise<boolean> {
  if (!existsSync(layout.database)) return false;
  const store = folderStore(layout);
  try {
    const applied = await store.inspect((inspection) => inspection.appliedMigrations());
    if (applied === null || applied.length === 0) return false;
    const numbers = applied.map(({ number }) => number);
    // One of a newer version is refused by the store, and stays as it is.
    return (
      numbers.every((number) => store.migrations.includes(number)) && numbers.length < store.migrations.length
    );
  } catch (error) {
    // It cannot be read: the store says why, and changes nothing either.
    if (error instanceof Fault) return false;
    throw error;
  }
}

async function removeOld({ backups }: DataLayout): Promise<void> {
  const found = (await readdir(backups)).flatMap((name) => {
    const time = NAME.exec(name)?.[1];
    return time === undefined ? [] : [{ name, time }];
  });
  found.sort((a, b) => (a.time < b.time ? 1 : -1));
  for (const { name } of found.slice(KEPT)) await rm(join(backups, name), { force: true });
}
