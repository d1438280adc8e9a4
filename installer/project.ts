import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools/repository.ts';
import { runProgram } from './run-program.ts';

/** Both formats want one with an address; the project has none that is read. */
export const MAINTAINER = 'Schoolgate contributors <nobody@schoolgate.invalid>';

/** The version of everything that ships. */
export function projectVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return version;
}

/**
 * The time that everything in the packages bears, in seconds since 1970: SOURCE_DATE_EPOCH (reproducible-builds.org), or that of the last commit.
 * @throws Error when there is neither
 */
export async function sourceEpoch(): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH ?? '';
  const text = given !== '' ? given : await commitTime();
  if (!/^\d{1,12}$/.test(text))
    throw new Error(`SOURCE_DATE_EPOCH is "${text}"; it is a number of seconds since 1970`);
  return Number(text);
}

async function commitTime(): Promise<string> {
  try {
    return (await runProgram('git', ['log', '-1', '--format=%ct'], { cwd: ROOT })).trim();
  } catch (error) {
    throw new Error(
      'the time of the last commit cannot be read from git: set SOURCE_DATE_EPOCH to the seconds since 1970 that the packages are to bear',
      { cause: error },
    );
  }
}
