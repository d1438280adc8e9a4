import { delay, systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { AgentError } from '../agent-error.ts';
import { enroll } from '../enroll/enroll.ts';
import { type RunLock, takeRunLock } from '../state/run-lock.ts';
import { prepareStateFolder, type StateFolder } from '../state/state-folder.ts';
import { NO_PAGE, systemOs } from './system-os.ts';

/** A service that waits for its enrolment starts and ends each second; between two starts the folder is free. */
const TRIES = 15;
const TRY_AGAIN_MS = 200;

interface Options {
  readonly server: string;
  readonly token: string;
  readonly stateDir: string;
  readonly json?: true;
}

export async function enrollCommand({ server, token, stateDir, json }: Options): Promise<void> {
  const folder = await prepareStateFolder(stateDir);
  const lock = await mustBeAlone(folder);
  try {
    const { facts } = systemOs({ log: silentLog, stateFolder: folder.path, pageUrl: NO_PAGE });
    const { identity, reEnrolled } = await enroll({ folder, server, token, facts, clock: systemClock });
    const { deviceId, organisation, ou, serverUrl } = identity;
    const again = reEnrolled ? ' again, under its old id' : '';
    const sentence = `Enrolled${again} as ${deviceId} with ${organisation} (${ou}) at ${serverUrl}.`;
    console.log(
      json
        ? JSON.stringify({ deviceId, reEnrolled, organisation, ou, server: serverUrl, stateDir: folder.path })
        : sentence,
    );
  } finally {
    lock.release();
  }
}

/** @throws AgentError while an agent runs on this state folder */
export async function mustBeAlone(folder: StateFolder): Promise<RunLock> {
  for (let tries = 0; tries < TRIES; tries++) {
    const lock = takeRunLock(folder.runLock);
    if (lock !== null) return lock;
    await delay(systemClock, TRY_AGAIN_MS);
  }
  throw new AgentError(`an agent runs on ${folder.path}: stop it first`);
}
