import { type Clock, delay, systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { type Enrolled, type EnrollOptions, enroll } from '../enrollment/enroll.ts';
import { AgentError, EnrollmentWaiting } from '../ports/agent-error.ts';
import { type RunLock, takeRunLock } from '../state/run-lock.ts';
import { prepareStateFolder, type StateFolder } from '../state/state-folder.ts';
import { NO_PAGE, protectedBy, systemOs, windowsHost } from './system-os.ts';

/** How often to try to get the folder: a service that waits for its enrollment starts and ends each second, and the folder is free in between. */
const TRIES = 15;
const TRY_AGAIN_MS = 200;
/** How often a computer asks whether an administrator has agreed. */
const ASK_AGAIN_MS = 10_000;
const MINUTE_MS = 60_000;

interface Options {
  readonly server: string;
  readonly token: string;
  readonly stateDir: string;
  readonly json?: true;
  /** Minutes. */
  readonly wait: number;
}

export async function enrollCommand({ server, token, stateDir, json, wait }: Options): Promise<void> {
  const windows = windowsHost(silentLog);
  const folder = await prepareStateFolder(stateDir, protectedBy(windows, silentLog));
  const lock = await mustBeAlone(folder);
  try {
    const { facts } = systemOs({ log: silentLog, stateFolder: folder.path, pageUrl: NO_PAGE, windows });
    const { identity, reEnrolled } = await enrollWhenAgreed(
      { folder, server, token, facts, clock: systemClock },
      { waitMs: wait * MINUTE_MS, tell: (sentence) => console.error(`schoolgate-agent: ${sentence}`) },
    );
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

/**
 * Enrolls, and asks again while an administrator must agree. @param options.waitMs for how long; 0 = ask once @param options.tell called once with
 * the server's message, before waiting @throws EnrollmentWaiting when nobody has agreed by then, AgentError
 */
export async function enrollWhenAgreed(
  order: EnrollOptions,
  { waitMs, tell }: { readonly waitMs: number; readonly tell: (sentence: string) => void },
): Promise<Enrolled> {
  const clock: Clock = order.clock;
  const end = clock.monotonic() + waitMs;
  for (let told = false; ; told = true) {
    try {
      return await enroll(order);
    } catch (error) {
      if (!(error instanceof EnrollmentWaiting) || clock.monotonic() >= end) throw error;
      if (!told) tell(`${error.message} Waiting for that; Ctrl-C ends only the waiting.`);
    }
    await delay(clock, Math.min(ASK_AGAIN_MS, Math.max(end - clock.monotonic(), 1)));
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
