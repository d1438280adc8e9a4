import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../kit/random.ts';
import { type Restored, restoreBackup } from '../backup/restore-backup.ts';
import { dataLayout } from '../data-folder/layout.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

export function addRestore(program: Command): void {
  withCommonOptions(
    program
      .command('restore')
      .argument('<file>', 'a file that "schoolgate backup" made')
      .description('put a backup in the place of the data folder; the server is to be stopped'),
  )
    .addHelpText(
      'after',
      '\nThe data folder of before is kept beside the new one; remove it when all is well.',
    )
    .action(restore);
}

async function restore(file: string, options: CommonOptions): Promise<void> {
  const { settings } = configOf(options);
  const restored = await restoreBackup({
    layout: dataLayout(settings.dataDir),
    file: resolve(file),
    clock: systemClock,
    ids: createIdSource({ clock: systemClock, random: systemRandom }),
  });
  print(options.json, restored, textOf(restored));
}

function textOf({ root, putAside, backupCreatedAt, revokedKeys }: Restored): string {
  return [
    `${root} is now as it was on ${backupCreatedAt}.`,
    ...(putAside === null ? [] : [`The data folder of before is ${putAside}: remove it when all is well.`]),
    ...(revokedKeys === 0 ? [] : [`API keys that were revoked since stay revoked: ${revokedKeys}.`]),
    'Everybody signs in to the dashboard anew. Devices that were enrolled since must enrol again; the others go on by',
    'themselves once the server is started.',
  ].join('\n');
}
