import { join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import { createDeviceActions as createDarwinActions } from '../os/darwin/device-actions.ts';
import { createDarwinFilter } from '../os/darwin/filter/filter-control.ts';
import {
  createNetworkLock as createDarwinNetworkLock,
  createPfTokenFile,
} from '../os/darwin/network-lock.ts';
import { createSessionLock as createDarwinSessionLock } from '../os/darwin/session-lock.ts';
import { createSystemFacts as createDarwinFacts } from '../os/darwin/system-facts.ts';
import { createWindowLauncher as createDarwinLauncher } from '../os/darwin/window-launcher.ts';
import { createFilterFiles } from '../os/filter-files.ts';
import { createFilterJournal } from '../os/filter-journal.ts';
import { createDeviceActions as createLinuxActions } from '../os/linux/device-actions.ts';
import { createLinuxFilter, type LinuxFilter } from '../os/linux/filter/filter-control.ts';
import { filterOwnFiles } from '../os/linux/filter/places.ts';
import { createBootTable, createNetworkLock as createLinuxNetworkLock } from '../os/linux/network-lock.ts';
import { createPortHolders } from '../os/linux/port-holders.ts';
import { createSessionLock as createLinuxSessionLock } from '../os/linux/session-lock.ts';
import { createSocketPrograms } from '../os/linux/socket-programs.ts';
import { createSystemFacts as createLinuxFacts } from '../os/linux/system-facts.ts';
import { createWindowLauncher as createLinuxLauncher } from '../os/linux/window-launcher.ts';
import { createLockWindow } from '../os/lock-window.ts';
import { createDeviceActions as createWindowsActions } from '../os/windows/device-actions.ts';
import type { WorkerIdentity } from '../os/windows/engine-rules.ts';
import { createWindowsFilter } from '../os/windows/filter/filter-control.ts';
import type { HostLink } from '../os/windows/host/host-link.ts';
import { hostProgram } from '../os/windows/host/system-host.ts';
import { createNetworkLock as createWindowsNetworkLock } from '../os/windows/network-lock.ts';
import { createPortHolders as createWindowsPortHolders } from '../os/windows/port-holders.ts';
import { createSessionLock as createWindowsSessionLock } from '../os/windows/session-lock.ts';
import { createSystemEvents as createWindowsEvents } from '../os/windows/system-events.ts';
import { createSystemFacts as createWindowsFacts } from '../os/windows/system-facts.ts';
import { createUserPrograms } from '../os/windows/user-programs.ts';
import { createWindowLauncher as createWindowsLauncher } from '../os/windows/window-launcher.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { FileReader } from '../ports/file-reader.ts';
import type { HostInfo } from '../ports/host-info.ts';
import type { LockWindowLauncher } from '../ports/lock-window.ts';
import { NO_PORT_HOLDERS } from '../ports/port-holders.ts';
import type { ProcessStarter } from '../ports/process-starter.ts';
import { NO_SOCKET_PROGRAMS } from '../ports/socket-programs.ts';

export interface OsDependencies {
  readonly run: CommandRunner;
  readonly files: FileReader;
  readonly host: HostInfo;
  readonly start: ProcessStarter;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The user id that the agent runs as. */
  readonly ownUid: number;
  /** Whose sockets may reach the server while locked: the user id that the link runs as. */
  readonly exemptUid: number;
  /** Address of the lock page. */
  readonly pageUrl: () => string;
  /** A program that shows the lock page, its address comes last; null = look for a browser. */
  readonly windowCommand: readonly string[] | null;
  /** The agent's own folder: macOS keeps pf's token there. */
  readonly stateFolder: string;
  /** The native host; null = not on Windows. */
  readonly windows: HostLink | null;
  /** The same as `exemptUid` on Windows, where accounts have no numbers. */
  readonly workerSid: string;
}

/** What differs by platform. */
type PlatformParts = Omit<AgentOs, 'lockWindow'> & {
  readonly launcher: LockWindowLauncher;
  /** What starts the lock's window; absent = it is started as any program. */
  readonly windowStarter?: ProcessStarter;
};

/** The adapters for this platform. Only puts them together: nothing is read or changed. @throws on a platform without them */
export function selectOs(platform: NodeJS.Platform, dependencies: OsDependencies): AgentOs {
  const { launcher, windowStarter: start = dependencies.start, ...parts } = partsFor(platform, dependencies);
  return { ...parts, lockWindow: createLockWindow({ ...dependencies, start, launcher }) };
}

function partsFor(platform: NodeJS.Platform, dependencies: OsDependencies): PlatformParts {
  if (platform === 'linux') return linuxParts(dependencies);
  if (platform === 'darwin') return darwinParts(dependencies);
  if (platform === 'win32' && dependencies.windows !== null)
    return windowsParts({ ...dependencies, windows: dependencies.windows });
  throw new Error(`Schoolgate has no agent for ${platform}`);
}

function linuxParts(dependencies: OsDependencies): PlatformParts {
  const programs = createSocketPrograms(dependencies);
  return {
    facts: createLinuxFacts(dependencies),
    networkLock: createLinuxNetworkLock({ ...dependencies, bootTable: createBootTable(dependencies) }),
    filter: linuxFilter(dependencies),
    sessionLock: createLinuxSessionLock(dependencies),
    launcher: createLinuxLauncher(dependencies),
    actions: createLinuxActions(dependencies),
    socketPrograms: programs,
    portHolders: createPortHolders({ ...dependencies, programs }),
  };
}

/** Linux with its filter's own members, for the commands that need no agent. */
export function linuxFilter(
  dependencies: Pick<OsDependencies, 'run' | 'files' | 'stateFolder' | 'ownUid' | 'log'>,
): LinuxFilter {
  return createLinuxFilter({
    ...dependencies,
    reader: dependencies.files,
    files: createFilterFiles({ root: '/' }),
    journal: createFilterJournal({ path: filterOwnFiles(dependencies.stateFolder).journal }),
  });
}

/** Where every platform's filter keeps its memory. */
function filterParts({ run, stateFolder }: OsDependencies) {
  return {
    run,
    files: createFilterFiles({ root: '/' }),
    journal: createFilterJournal({ path: filterOwnFiles(stateFolder).journal }),
  };
}

function darwinParts(dependencies: OsDependencies): PlatformParts {
  const token = createPfTokenFile({ path: join(dependencies.stateFolder, 'pf-token') });
  return {
    facts: createDarwinFacts(dependencies),
    networkLock: createDarwinNetworkLock({ ...dependencies, token }),
    filter: createDarwinFilter({
      ...filterParts(dependencies),
      token: createPfTokenFile({ path: join(dependencies.stateFolder, 'pf-token-filter') }),
    }),
    sessionLock: createDarwinSessionLock(dependencies),
    launcher: createDarwinLauncher(dependencies),
    actions: createDarwinActions(dependencies),
    socketPrograms: NO_SOCKET_PROGRAMS,
    portHolders: NO_PORT_HOLDERS,
  };
}

function windowsParts(dependencies: OsDependencies & { readonly windows: HostLink }): PlatformParts {
  const { windows, clock } = dependencies;
  const worker: WorkerIdentity = { program: process.execPath, sid: dependencies.workerSid };
  const programs = createUserPrograms(windows);
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  const ofHost = { ...dependencies, programs, hostProgram: hostProgram(), locale };
  const enforcing = { windows, worker };
  return {
    facts: createWindowsFacts(dependencies),
    networkLock: createWindowsNetworkLock({ ...enforcing, clock }),
    filter: createWindowsFilter({
      ...filterParts(dependencies),
      ...enforcing,
      stateFolder: dependencies.stateFolder,
    }),
    sessionLock: createWindowsSessionLock(ofHost),
    launcher: createWindowsLauncher(ofHost),
    windowStarter: programs,
    actions: createWindowsActions(ofHost),
    socketPrograms: NO_SOCKET_PROGRAMS,
    portHolders: createWindowsPortHolders({ windows, ownProgram: process.execPath }),
    events: createWindowsEvents({ windows }),
  };
}
