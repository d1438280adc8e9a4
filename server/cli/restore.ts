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
      '\nThe data folder of before is kept beside the new one; remove it when all is well. What was revoked since the backup stays revoked; where that cannot be known, every key, password and token ends, accounts are disabled and devices wait for "schoolgate held-devices confirm".',
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
  const toDo = toDoOf(restored);
  print(options.json, { ...restored, toDo }, textOf(restored, toDo));
}

function textOf(
  { root, putAside, backupCreatedAt, revocations, kept }: Restored,
  toDo: readonly string[],
): string {
  return [
    `${root} is now as it was on ${backupCreatedAt}.`,
    ...(putAside === null ? [] : [`The data folder of before is ${putAside}: remove it when all is well.`]),
    ...toldOf(revocations, kept),
    'Everybody signs in to the dashboard anew, and invitations have ended. Devices that were enrolled since must enroll again.',
    'To do:',
    ...toDo.map((line, at) => `${at + 1}. ${line}`),
  ].join('\n');
}

/** What the operator has to do, in this order. */
function toDoOf({ revocations }: Pick<Restored, 'revocations'>): readonly string[] {
  if (revocations !== 'everything')
    return ['Start the server: devices of the backup go on by themselves, and keep their enrollment.'];
  return [
    'Devices: "schoolgate held-devices list". Take out what was stolen, sold or unenrolled with "schoolgate held-devices remove <id…>", then "schoolgate held-devices confirm --all". Until then every laptop filters by its last policy and nobody is let in by its key.',
    'Start the server, and open the dashboard with "schoolgate sign-in-link": it makes a new owner, for every account is disabled.',
    'Accounts: look at role and unit of each, enable who is still with you, and invite anew whoever had a password. Whoever signs in by single sign-on does so again once enabled. Whoever came and went since the backup is not known here: take the person out at the provider, if new accounts are made from there.',
    'API keys and enrollment tokens: make new ones.',
    'Webhooks: give each a new secret, then enable it.',
  ];
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
        `What was revoked since is not known, so nobody of the backup is let in before you say so: ${counts}.`,
      ];
  }
}
