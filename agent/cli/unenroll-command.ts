import { existsSync } from 'node:fs';
import { silentLog } from '../../kit/log.ts';
import { unenroll } from '../enrollment/enroll.ts';
import { filterOwnFiles } from '../os/linux/filter/places.ts';
import { AgentError } from '../ports/agent-error.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import { type StateFolder, stateFolderAt } from '../state/state-folder.ts';
import { mustBeAdministrator } from './administrator.ts';
import { mustBeAlone } from './enroll-command.ts';
import { type RemovalOptions, removalLeave, tellForced } from './removal-code.ts';
import { NO_PAGE, systemOs } from './system-os.ts';

interface Options extends RemovalOptions {
  readonly stateDir: string;
  readonly json?: true;
}

/** The parts of the computer that are given back. */
export type Given = Pick<AgentOs, 'networkLock'> & { readonly filter: Pick<AgentOs['filter'], 'restore'> };

export async function unenrollCommand({ stateDir, json, ...rights }: Options): Promise<void> {
  const folder = stateFolderAt(stateDir);
  if (!existsSync(folder.identity)) throw new AgentError(`this computer is not enrolled (${folder.path})`);
  const lock = await mustBeAlone(folder);
  let told: string | null;
  try {
    const leave = await removalLeave(folder, 'unenroll', rights);
    await giveBack(folder, systemOs({ log: silentLog, stateFolder: folder.path, pageUrl: NO_PAGE }));
    await unenroll(folder);
    told = await tellForced(folder, leave);
  } finally {
    lock.release();
  }
  const words = `This computer is no longer enrolled; remove the device on the server too.${told === null ? '' : ` ${told}`}`;
  console.log(json ? JSON.stringify({ unenrolled: true, stateDir: folder.path }) : words);
}

/** Whether an agent with this state folder has filtered. Windows has no such files and only one agent, so that it counts as yes. */
function hasFiltered({ path }: Pick<StateFolder, 'path'>): boolean {
  return process.platform === 'win32' || Object.values(filterOwnFiles(path)).some((file) => existsSync(file));
}

/**
 * Ends lock and filter. The filter's settings are taken away only where an agent with this state folder has made some: beside another agent's they must stay.
 * @throws AgentError when not all could be given back: the enrollment must stay then, for without it nobody could open the computer any more
 */
export async function giveBack(folder: Pick<StateFolder, 'path'>, os: Given): Promise<void> {
  const filters = hasFiltered(folder);
  if (filters) mustBeAdministrator('unenroll');
  const { done, detail } = await os.networkLock.release();
  if (!done && (await os.networkLock.state()) === 'engaged')
    throw new AgentError(`the lock of the network cannot be ended: ${detail}`);
  if (!filters) return;
  const restored = await os.filter.restore();
  if (!restored.done)
    throw new AgentError(
      `the filter cannot be taken away: ${restored.detail}; it is safe to try again, or to run "restore" first`,
    );
}
