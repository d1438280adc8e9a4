import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../kit/clock.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { existingDataDir } from '../data-folder/existing-school.ts';
import { dataLayout } from '../data-folder/layout.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

interface BackupOptions extends CommonOptions {
  readonly force?: true;
}

export function addBackup(program: Command): void {
  withCommonOptions(
    program
      .command('backup')
      .argument('<file>', 'where to write it, such as /backup/schoolgate-monday.tar.gz')
      .description('write database, keys and certificates into one file, also while the server runs'),
  )
    .option('--force', 'replace the file when it exists')
    .addHelpText(
      'after',
      '\nThe file holds the keys that devices trust: keep it as safe as the server itself. See also: schoolgate restore.',
    )
    .action(backup);
}

async function backup(file: string, options: BackupOptions): Promise<void> {
  const dataDir = existingDataDir(configOf(options));
  const made = await makeBackup({
    layout: dataLayout(dataDir),
    file: resolve(file),
    force: options.force === true,
    noted: true,
    clock: systemClock,
  });
  const megabytes = (made.size / 1_048_576).toFixed(1);
  print(options.json, made, `${made.file}: ${made.files} files, ${megabytes} MB, checked and on the disk.`);
}
