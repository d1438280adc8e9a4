import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import { systemRandom } from '../../kit/random.ts';
import { readMachineNames } from '../certificates/hosts.ts';
import { fingerprintOf } from '../certificates/issue.ts';
import { loadServerIdentity, PUBLIC_AUTHORITY_FILE } from '../certificates/server-identity.ts';
import { enrollCommand } from '../config/installation.ts';
import type { Settings } from '../config/settings.ts';
import { findRunningServer } from '../data-folder/server-lock.ts';
import { httpUrl } from '../school/addresses.ts';
import { createEnrollmentToken } from '../school/enrollment-token.ts';
import { type School, withSchool } from '../school/school-store.ts';
import { hasDevices } from '../school/usage.ts';
import { type CommonOptions, configOf, withCommonOptions } from './common-options.ts';
import { EXPIRES_HELP, parseExpires } from './expires.ts';
import { print } from './output.ts';

interface TokenOptions extends CommonOptions {
  readonly ou: string;
  readonly uses: string;
  readonly expires: string;
  readonly name: string;
  readonly reEnroll?: true;
}

const MAX_USES = 100_000;

export function addEnrollmentTokens(program: Command): void {
  const tokens = program.command('enrollment-tokens').description('tokens by which devices enroll');
  withCommonOptions(tokens.command('create').description('make an enrollment token; it is shown once'))
    .requiredOption(
      '--ou <path>',
      'organisational unit of the devices, such as /High/Grade-9; made when missing',
    )
    .option('--uses <count>', `how many devices, 1 to ${MAX_USES}, or unlimited`, '1')
    .option('--expires <when>', `${EXPIRES_HELP}, or never`, '1d')
    .option(
      '--re-enroll',
      'also for laptops of the unit that are enrolled and were installed anew, without asking; expires within 7d',
    )
    .option('--name <name>', 'what the token is for', 'From the command line')
    .action(createToken);
}

async function createToken(options: TokenOptions): Promise<void> {
  const config = configOf(options);
  const { settings } = config;
  const request = {
    name: options.name,
    ou: options.ou,
    maxUses: parseUses(options.uses),
    actor: 'cli',
    reEnroll: options.reEnroll === true,
    expiresAt: options.expires === 'never' ? null : parseExpires(options.expires, systemClock.now()),
  };
  const { id, token, url } = await withSchool(config, async (school) => ({
    ...(await createEnrollmentToken(
      {
        store: school.store,
        clock: systemClock,
        ids: school.ids,
        random: systemRandom,
        authorityFingerprint: await authorityFingerprint(settings, school),
      },
      request,
    )),
    url:
      (await findRunningServer(school.layout))?.http ??
      httpUrl(settings, readMachineNames(), settings.httpPort),
  }));
  const uses =
    request.maxUses === null
      ? 'any number of devices'
      : `${request.maxUses} device${request.maxUses === 1 ? '' : 's'}`;
  const end =
    request.expiresAt === null
      ? 'it does not expire'
      : `it is good until ${new Date(request.expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  print(
    options.json,
    { id, token },
    `\n  ${token}\n\nFor ${uses} in ${options.ou}; ${end}. It is not shown again.\nOn the device, as administrator:\n\n  ${enrollCommand(url, token)}\n`,
  );
}

/** The authority that the server on this folder shows, or will show: made now when it has never started. */
async function authorityFingerprint(settings: Settings, { store, layout }: School): Promise<string> {
  try {
    return fingerprintOf(await readFile(join(layout.certificates, PUBLIC_AUTHORITY_FILE), 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const identity = await loadServerIdentity({
    settings,
    folder: layout.certificates,
    machine: readMachineNames,
    inUse: () => hasDevices(store),
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
  });
  return identity.authorityFingerprint;
}

function parseUses(text: string): number | null {
  if (text === 'unlimited') return null;
  const uses = Number(text);
  if (!Number.isInteger(uses) || uses < 1 || uses > MAX_USES)
    throw new OperatorError(`--uses takes 1 to ${MAX_USES}, or unlimited, not "${text}".`);
  return uses;
}
