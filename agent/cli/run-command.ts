import { systemClock } from '../../kit/clock.ts';
import { createLog, type Log } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { createAgent } from '../agent.ts';
import { AgentError } from '../agent-error.ts';
import { enrollmentName } from '../enroll.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { createServiceWatchdog } from '../os/linux/service-watchdog.ts';
import { observeOnly } from '../os/observe-only.ts';
import { systemProbes } from '../os/self-check-probes.ts';
import { openAgentState } from '../state/agent-state.ts';
import { createBootClock } from '../state/boot-clock.ts';
import { loadDeviceKey, loadIdentity } from '../state/identity.ts';
import { prepareStateFolder, type StateFolder } from '../state/state-folder.ts';
import { mustBeAlone } from './enroll-command.ts';
import { type FilterArguments, setUpFilter } from './filter-setup.ts';
import { systemOs } from './system-os.ts';

interface Options extends FilterArguments {
  readonly stateDir: string;
  readonly exitWithStdin?: boolean | string;
  readonly lockPagePort: number;
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
  const { exemptUid, ...filtering } = await setUpFilter(options, folder.path, log);
  const real = systemOs({ log, stateFolder: folder.path, pageUrl: () => pageUrl, exemptUid });
  const state = await openAgentState({
    folder,
    clock: systemClock,
    log,
    enrollment: enrollmentName(identity),
  });
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
    ...filtering,
    probes: systemProbes,
  });
  const watchdog = createServiceWatchdog({
    run: createCommandRunner({ env: process.env }),
    clock: systemClock,
    log,
    env: process.env,
  });
  try {
    watchdog.start();
    await agent.start();
    log.info({ deviceId: identity.deviceId, observe }, 'the agent runs');
    log.info({ why: await asked }, 'the agent stops');
    await agent.stop();
  } finally {
    await watchdog.stop();
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
