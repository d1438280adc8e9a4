import { systemClock } from '../../kit/clock.ts';
import { createLog, type Log } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { succeeded } from '../core/commands/command-outcome.ts';
import { enrollmentName } from '../enrollment/enroll.ts';
import { keepRemovalOrder, removalOrdered } from '../enrollment/removal-order.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { createServiceWatchdog } from '../os/linux/service-watchdog.ts';
import { observeOnly } from '../os/observe-only.ts';
import { systemProbes } from '../os/self-check-probes.ts';
import type { HostLink } from '../os/windows/host/host-link.ts';
import { createHostWatchdog } from '../os/windows/host/host-watchdog.ts';
import { AgentError } from '../ports/agent-error.ts';
import { type Agent, createAgent } from '../service/agent.ts';
import type { AgentDependencies } from '../service/agent-dependencies.ts';
import { openAgentState } from '../state/agent-state.ts';
import { createBootClock } from '../state/boot-clock.ts';
import { type Identity, loadDeviceKey, loadIdentity } from '../state/identity.ts';
import { prepareStateFolder, type StateFolder } from '../state/state-folder.ts';
import { mustBeAlone } from './enroll-command.ts';
import { type FilterArguments, setUpFilter } from './filter-setup.ts';
import { enrollAsKept } from './kept-enrollment.ts';
import { leave } from './leave.ts';
import { NO_PAGE, protectedBy, systemOs, windowsHost } from './system-os.ts';

interface Options extends FilterArguments {
  readonly stateDir: string;
  readonly exitWithStdin?: boolean | string;
  readonly lockPagePort: number;
}

/** Resolves when the agent has stopped cleanly. */
export async function runCommand(options: Options): Promise<void> {
  const log = createLog(options.logLevel);
  const windows = windowsHost(log);
  const folder = await prepareStateFolder(options.stateDir, protectedBy(windows, log));
  const lock = await mustBeAlone(folder);
  try {
    await runAlone({ folder, options, log, windows });
  } finally {
    lock.release();
  }
}

async function runAlone({ folder, options, log, windows }: Alone): Promise<void> {
  const identity = (await loadIdentity(folder)) ?? (await enrollOnWindows(folder, log, windows));
  if (identity === null) {
    throw new AgentError(
      `this computer is not enrolled (${folder.path}): run "schoolgate-agent enroll --server URL --token TOKEN"`,
    );
  }
  // Listens from here on, so that a request to stop during the start is not lost.
  const asked = stopAsked(isOn(options.exitWithStdin), log, windows);
  const key = await loadDeviceKey(folder, identity);
  const watchdog =
    windows === null
      ? createServiceWatchdog({
          run: createCommandRunner({ env: process.env }),
          clock: systemClock,
          log,
          env: process.env,
        })
      : createHostWatchdog({ windows, clock: systemClock, log });
  const run: Run = { folder, identity, key, options, log, asked, windows };
  try {
    watchdog.start();
    while ((await runOnce(run, await removalOrdered(folder, identity))) === 'again') {
      // Another turn is needed: the server has ordered the end of the enrollment, or it could not be carried out.
    }
  } finally {
    await watchdog.stop();
  }
}

function enrollOnWindows(folder: StateFolder, log: Log, windows: HostLink | null): Promise<Identity | null> {
  if (windows === null) return Promise.resolve(null);
  const { facts } = systemOs({ log, stateFolder: folder.path, pageUrl: NO_PAGE, windows });
  return enrollAsKept({ folder, facts, clock: systemClock, log });
}

interface Alone {
  readonly folder: StateFolder;
  readonly options: Options;
  readonly log: Log;
  readonly windows: HostLink | null;
}

interface Run extends Pick<AgentDependencies, 'identity' | 'key'>, Alone {
  readonly asked: Promise<string>;
}

/** Opens the state, runs the agent or the end of its enrollment, and closes the state. @param leaving the command that ordered the end; null = there is none */
async function runOnce(run: Run, leaving: string | null): Promise<'over' | 'again'> {
  const { folder, identity, key, options, log, windows } = run;
  const observe = options.observe === true || leaving !== null;
  let pageUrl = '';
  const { exemptUid, workerSid, ...filtering } = await setUpFilter(
    leaving === null ? options : { ...options, filter: 'off' },
    { stateFolder: folder.path, log, windows },
  );
  const real = systemOs({
    log,
    stateFolder: folder.path,
    pageUrl: () => pageUrl,
    exemptUid,
    windows,
    workerSid,
  });
  const state = await openAgentState({
    folder,
    clock: systemClock,
    log,
    enrollment: enrollmentName(identity),
  });
  const agentWith = (unenroll: AgentDependencies['unenroll']): Agent =>
    createAgent({
      ...{ folder, identity, key, state, log, observe, unenroll },
      os: observe ? observeOnly(real, log) : real,
      boot: createBootClock(process.platform),
      clock: systemClock,
      random: systemRandom,
      lockPagePort: options.lockPagePort,
      onLockPage: (url) => {
        pageUrl = url;
      },
      ...filtering,
      probes: systemProbes,
    });
  try {
    if (leaving === null) return await work(run, agentWith);
    const end = await leave({
      ...run,
      state,
      os: options.observe === true ? observeOnly(real, log) : real,
      commandId: leaving,
      reporter: () => agentWith(async () => succeeded({ detail: 'it is given back already' })),
    });
    return end === 'kept' ? 'again' : 'over';
  } finally {
    state.close();
  }
}

async function work(
  { folder, identity, options, log, asked }: Run,
  agentWith: (unenroll: AgentDependencies['unenroll']) => Agent,
): Promise<'over' | 'again'> {
  let order: (what: 'removal') => void = () => undefined;
  const ordered = new Promise<'removal'>((resolve) => {
    order = resolve;
  });
  const agent = agentWith(async ({ commandId }) => {
    await keepRemovalOrder(folder, identity, commandId);
    order('removal');
    return await new Promise<never>(() => undefined);
  });
  await agent.start();
  log.info({ deviceId: identity.deviceId, observe: options.observe === true }, 'the agent runs');
  const why = await Promise.race([asked, ordered]);
  log.info({ why }, 'the agent stops');
  await agent.stop();
  return why === 'removal' ? 'again' : 'over';
}

/** `1` or `true` in the environment, or the bare flag. */
function isOn(value: boolean | string | undefined): boolean {
  return value === true || value === '1' || value === 'true';
}

/** Resolves with the first reason to stop; a second signal ends the process at once. */
function stopAsked(withStdin: boolean, log: Log, windows: HostLink | null): Promise<string> {
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
    // On Windows the service manager asks the host to stop; the host ends this process when it does not end by itself.
    windows?.onEvent(({ what, detail }) => {
      if (what === 'stop') resolve(`the service manager: ${detail}`);
    });
    if (!withStdin) return;
    process.stdin.on('end', () => ask('stdin')).on('error', () => ask('stdin'));
    process.stdin.resume();
  });
}
