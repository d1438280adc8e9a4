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
    .option(
      '--revocations <file>',
      'a copy of revocations.jsonl of the data folder of before, when that folder is not here any more',
    )
    .option(
      '--nothing-revoked',
      'you know that no key, password, account, token or webhook was revoked or changed since the backup: end none',
    )
    .addHelpText(
      'after',
      '\nThe data folder of before is kept beside the new one; remove it when all is well. What was revoked since the backup stays revoked; where that cannot be known, every key, password and token ends.',
    )
    .action(restore);
}

interface RestoreOptions extends CommonOptions {
  readonly revocations?: string;
  readonly nothingRevoked?: true;
}

async function restore(file: string, options: RestoreOptions): Promise<void> {
  const { settings } = configOf(options);
  const restored = await restoreBackup({
    layout: dataLayout(settings.dataDir),
    file: resolve(file),
    clock: systemClock,
    ids: createIdSource({ clock: systemClock, random: systemRandom }),
    revocations: options.revocations === undefined ? null : resolve(options.revocations),
    nothingRevoked: options.nothingRevoked === true,
  });
  print(options.json, restored, textOf(restored));
}

function textOf({ root, putAside, backupCreatedAt, revocations, kept }: Restored): string {
  return [
    `${root} is now as it was on ${backupCreatedAt}.`,
    ...(putAside === null ? [] : [`The data folder of before is ${putAside}: remove it when all is well.`]),
    ...toldOf(revocations, kept),
    'Everybody signs in to the dashboard anew, and invitations have ended. Devices that were enrolled since must enroll again;',
    'the others go on by themselves once the server is started.',
  ].join('\n');
}

function toldOf(revocations: Restored['revocations'], kept: Restored['kept']): readonly string[] {
  const { apiKeys, accounts, passwords, enrollmentTokens, devices, webhooks } = kept;
  const counts = [
    `${apiKeys} API keys`,
    `${accounts} accounts`,
    `${passwords} passwords`,
    `${enrollmentTokens} enrollment tokens`,
    `${devices} devices`,
    `${webhooks} webhooks`,
  ].join(', ');
  switch (revocations) {
    case 'journal':
      return [`What was revoked, changed or used up since stays so: ${counts}.`];
    case 'operator':
      return [
        'What was revoked since is not known; on your word nothing was ended beside what the journal has.',
      ];
    case 'everything':
      return [
        `What was revoked since is not known, so every credential has ended that can be made anew: ${counts}.`,
        'Sign in with "schoolgate sign-in-link", invite everybody anew, make new API keys and enrollment tokens, and give each webhook',
        'a new secret before you enable it. Accounts and devices are as they were in the backup: disable or unenroll again whom you had.',
      ];
  }
}
