import { systemClock } from '../../kit/clock.ts';
import { createLog, type Log, type LogLevel } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { createAgent } from '../agent.ts';
import { AgentError } from '../agent-error.ts';
import { enrolmentName } from '../enroll/enroll.ts';
import { observeOnly } from '../os/observe-only.ts';
import { openAgentState } from '../state/agent-state.ts';
import { createBootClock } from '../state/boot-clock.ts';
import { loadDeviceKey, loadIdentity } from '../state/identity.ts';
import { prepareStateFolder, type StateFolder } from '../state/state-folder.ts';
import { mustBeAlone } from './enroll-command.ts';
import { systemOs } from './system-os.ts';

interface Options {
  readonly stateDir: string;
  readonly observe?: true;
  readonly exitWithStdin?: boolean | string;
  readonly lockPagePort: number;
  readonly logLevel: LogLevel;
}

/** Resolves when the agent has stopped cleanly. */
export async function runCommand(options: Options): Promise<void> {
  const folder = await prepareStateFolder(options.stateDir);
  const lock = await mustBeAlone(folder);
  try {
    await runAlone(folder, options);
  } finally {
    lock.release();
  }
}

async function runAlone(folder: StateFolder, options: Options): Promise<void> {
  const identity = await loadIdentity(folder);
  if (identity === null) {
    throw new AgentError(
      `this computer is not enrolled (${folder.path}): run "schoolgate-agent enroll --server URL --token TOKEN"`,
    );
  }
  const key = await loadDeviceKey(folder, identity);
  const log = createLog(options.logLevel);
  const observe = options.observe === true;
  // Whoever asks us to stop while we start is heard too.
  const asked = stopAsked(isOn(options.exitWithStdin), log);
  let pageUrl = '';
  const real = systemOs({ log, stateFolder: folder.path, pageUrl: () => pageUrl });
  const state = await openAgentState({ folder, clock: systemClock, log, enrolment: enrolmentName(identity) });
  const agent = createAgent({
    folder,
    identity,
    key,
    state,
    os: observe ? observeOnly(real, log) : real,
    boot: createBootClock(process.platform),
    clock: systemClock,
    random: systemRandom,
    log,
    lockPagePort: options.lockPagePort,
    onLockPage: (url) => {
      pageUrl = url;
    },
    observe,
  });
  try {
    await agent.start();
    log.info({ deviceId: identity.deviceId, observe }, 'the agent runs');
    log.info({ why: await asked }, 'the agent stops');
    await agent.stop();
  } finally {
    state.close();
  }
}

/** `1` or `true` in the environment, or the bare flag. */
function isOn(value: boolean | string | undefined): boolean {
  return value === true || value === '1' || value === 'true';
}

/** Resolves with the first reason to stop; a second signal ends the process at once. */
function stopAsked(withStdin: boolean, log: Log): Promise<string> {
  return new Promise((resolve) => {
    let before = false;
    const ask = (why: string): void => {
      if (before && why !== 'stdin') {
        log.warn({ why }, 'asked twice: ending at once');
        process.exit(1);
      }
      before = true;
      resolve(why);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ask(signal));
    if (!withStdin) return;
    process.stdin.on('end', () => ask('stdin')).on('error', () => ask('stdin'));
    process.stdin.resume();
  });
}
