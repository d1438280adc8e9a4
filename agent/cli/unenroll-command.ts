import { silentLog } from '../../kit/log.ts';
import { AgentError } from '../agent-error.ts';
import { unenroll } from '../enroll/enroll.ts';
import { readText } from '../state/identity.ts';
import { stateFolderAt } from '../state/state-folder.ts';
import { mustBeAlone } from './enroll-command.ts';
import { NO_PAGE, systemOs } from './system-os.ts';

interface Options {
  readonly stateDir: string;
  readonly json?: true;
}

export async function unenrollCommand({ stateDir, json }: Options): Promise<void> {
  const folder = stateFolderAt(stateDir);
  if ((await readText(folder.identity)) === null)
    throw new AgentError(`this computer is not enrolled (${folder.path})`);
  const lock = await mustBeAlone(folder);
  try {
    const { networkLock } = systemOs({ log: silentLog, stateFolder: folder.path, pageUrl: NO_PAGE });
    const { done, detail } = await networkLock.release();
    // Without the enrolment nobody could open the firewall any more.
    if (!done && (await networkLock.state()) === 'engaged')
      throw new AgentError(`the lock of the network cannot be ended: ${detail}`);
    await unenroll(folder);
  } finally {
    lock.release();
  }
  const words = 'This computer is no longer enrolled; remove the device on the server too.';
  console.log(json ? JSON.stringify({ unenrolled: true, stateDir: folder.path }) : words);
}
