import { createInterface } from 'node:readline/promises';
import type { RemovalNote } from '../../contracts/device/removal.ts';
import { systemClock } from '../../kit/clock.ts';
import { keepRemovalNote, tellRemovalNote } from '../enrollment/removal-note.ts';
import { removalRight, tryRemovalCode } from '../enrollment/removal-right.ts';
import { AgentError } from '../ports/agent-error.ts';
import { readText } from '../state/identity.ts';
import { type StateFolder, stateFolderAt } from '../state/state-folder.ts';

/** Where scripts that have no terminal put the code; a package manager's front end does not pass its environment on. */
const CODE_FILE = '/etc/schoolgate-agent/removal-code';

export interface RemovalOptions {
  readonly code?: string;
  readonly withoutCode?: true;
}

/**
 * With which right Schoolgate is removed: `granted` = with the code, or none was needed; `forced` = without the code, which must be reported to the
 * school; `unsigned` = without the code, and it cannot be reported because the enrollment is damaged.
 */
export type RemovalLeave = 'granted' | 'forced' | 'unsigned';

/**
 * Checks the right to remove Schoolgate from this computer. Nothing is needed where it is not enrolled or the server has ordered the removal; otherwise
 * the removal code is. @throws AgentError without the right, in one sentence that says how to get it
 */
export async function removalLeave(
  folder: StateFolder,
  what: RemovalNote['what'],
  { code, withoutCode }: RemovalOptions,
): Promise<RemovalLeave> {
  if (withoutCode === true) return force(folder, what);
  await checkRight(folder, { code, mayAsk: true });
  return 'granted';
}

async function force(folder: StateFolder, what: RemovalNote['what']): Promise<RemovalLeave> {
  try {
    if ((await removalRight(folder)).needs === 'nothing') return 'granted';
    await keepRemovalNote(folder, { what, at: systemClock.now() });
    return 'forced';
  } catch (error) {
    if (error instanceof AgentError) return 'unsigned'; // no identity, or no key, that could be read
    throw error;
  }
}

/**
 * Reports to the school at once what was done without the code, if it can be reached. @returns a sentence for the person who did it; null = there is
 * nothing to report
 */
export async function tellForced(folder: StateFolder, leave: RemovalLeave): Promise<string | null> {
  if (leave === 'granted') return null;
  if (leave === 'unsigned')
    return 'The enrollment is damaged, so that the school cannot be told; it sees that the laptop stays away.';
  return (await tellRemovalNote(folder)) === true
    ? 'The school was told that this was done without the removal code.'
    : `The school cannot be reached; ${folder.removalNote} is told when this computer meets it again.`;
}

/** For the scripts of packages: succeeds when Schoolgate may be removed from this computer. Does not prompt. @throws AgentError otherwise */
export async function mayRemoveCommand({ stateDir }: { readonly stateDir: string }): Promise<void> {
  await checkRight(stateFolderAt(stateDir), { mayAsk: false });
}

async function checkRight(
  folder: StateFolder,
  { code, mayAsk }: { readonly code?: string | undefined; readonly mayAsk: boolean },
): Promise<void> {
  const right = await removalRight(folder);
  if (right.needs === 'nothing') {
    if (right.why === 'no_code')
      console.error('schoolgate-agent: the server has told this computer no removal code; root is enough.');
    return;
  }
  const { verifier, deviceId } = right;
  const typed = code ?? process.env.SCHOOLGATE_REMOVAL_CODE ?? (await codeOfFile()) ?? (await ask(mayAsk));
  if (typed === null || typed.trim() === '')
    throw new AgentError(
      `this needs the removal code of this laptop, in SCHOOLGATE_REMOVAL_CODE${process.platform === 'linux' ? ` or ${CODE_FILE}` : ''}; the school's administrators see it (GET /v1/devices/${deviceId}/removal-code, or "schoolgate devices removal-code ${deviceId}"), or send the command "unenroll". "schoolgate-agent unenroll --without-code" does without, and the school is told`,
    );
  if (!(await tryRemovalCode(folder, { code: typed, verifier, now: systemClock.now() })))
    throw new AgentError(
      `this is not the removal code of this laptop (${deviceId}); each enrollment has another`,
    );
}

async function codeOfFile(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  return (await readText(CODE_FILE))?.split('\n', 1)[0] ?? null;
}

async function ask(mayAsk: boolean): Promise<string | null> {
  if (!mayAsk || !process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question('Removal code of this laptop: ');
  } finally {
    terminal.close();
  }
}
