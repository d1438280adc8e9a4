import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import type { LogLevel } from '../../contracts/log-levels.ts';
import type { Log } from '../../kit/log.ts';
import type { FilterOptions } from '../enforce/filter-options.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { createFileReader } from '../os/file-reader.ts';
import { findHeldSockets } from '../os/linux/held-sockets.ts';
import type { HostLink } from '../os/windows/host/host-link.ts';
import { isOfService } from '../os/windows/host/system-host.ts';
import { protectFolder, sharedSddl } from '../os/windows/protected-folder.ts';
import { ownSid, SYSTEM_SID, WORKER_SID } from '../os/windows/worker-account.ts';
import { createWorkerStarter as createWindowsWorkerStarter } from '../os/windows/worker-starter.ts';
import { createWorkerStarter, FIRST_INHERITED_FD } from '../os/worker-starter.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { HeldPort, HeldSocket } from '../ports/held-socket.ts';
import type { WorkerStarter } from '../ports/worker-starter.ts';

/** The options of `run` that concern the filter. */
export interface FilterArguments {
  readonly filter?: 'on' | 'off';
  readonly workerUser: string;
  readonly dnsPort: number;
  readonly proxyPort: number;
  readonly relayPort: number;
  readonly observe?: true;
  readonly logLevel: LogLevel;
}

/** What the filter is set up with. */
export interface FilterSetupDependencies {
  readonly stateFolder: string;
  readonly log: Log;
  /** The native host; null = not on Windows. */
  readonly windows: HostLink | null;
}

export interface FilterSetup {
  /** Null: no filter. */
  readonly filter: FilterOptions | null;
  /** Null: no other process. */
  readonly workerStarter: WorkerStarter | null;
  /** Whose sockets may reach the server while locked. */
  readonly exemptUid: number;
  /** The same on Windows, where accounts have no numbers. */
  readonly workerSid: string;
}

/** How this computer is to be filtered, and by which process. */
export function setUpFilter(
  options: FilterArguments,
  { stateFolder, log, windows }: FilterSetupDependencies,
): Promise<FilterSetup> {
  // The host starts the worker only if it has started this agent, not if a command at a terminal has started the host.
  return windows !== null && isOfService(process.env)
    ? setUpService(options, { stateFolder, log, windows })
    : setUpProcess(options, stateFolder, log);
}

async function setUpProcess(options: FilterArguments, stateFolder: string, log: Log): Promise<FilterSetup> {
  const { platform } = process;
  const ownUid = process.getuid?.() ?? 0;
  const run = createCommandRunner({ env: process.env });
  const account = await findWorkerAccount(options.workerUser, { run, platform, ownUid });
  // These sockets are only for the worker: this process must not listen on them, or the worker could not.
  const held = account === null ? [] : await heldForUs();
  if (held.length > 0) log.info({ sockets: held.length }, 'the service manager holds the listeners');
  const wanted = isWanted(options, { account, ownUid, platform }, log);
  return {
    filter: wanted
      ? {
          ports: {
            dns: options.dnsPort,
            proxy: options.proxyPort,
            relay: platform === 'linux' ? options.relayPort : null,
          },
          sockets: held.map((socket, index) => ({ ...socket, fd: FIRST_INHERITED_FD + index })),
          workerUid: account?.uid ?? ownUid,
          // The state folder is closed to the worker's account, and stays so.
          sharedFolder: account === null ? join(stateFolder, 'shared') : `${stateFolder}-shared`,
        }
      : null,
    workerStarter:
      account === null
        ? null
        : createWorkerStarter({
            node: process.execPath,
            script: isSea() ? null : (process.argv[1] ?? null),
            args: ['--log-level', options.logLevel],
            account,
            env: process.env,
            inherits: held.map(({ fd }) => fd),
          }),
    exemptUid: account?.uid ?? ownUid,
    // At a terminal the worker is the administrator's, as the agent is.
    workerSid: platform === 'win32' ? await ownSid(run) : SYSTEM_SID,
  };
}

/** Windows, run by the service: the worker is a service of its own account, never SYSTEM. */
async function setUpService(
  options: FilterArguments,
  { stateFolder, log, windows }: FilterSetupDependencies & { readonly windows: HostLink },
): Promise<FilterSetup> {
  const sharedFolder = join(stateFolder, 'shared');
  await protectFolder(windows, log, { path: sharedFolder, sddl: sharedSddl(WORKER_SID) });
  const wanted = options.observe !== true && options.filter !== 'off';
  return {
    filter: wanted
      ? {
          ports: { dns: options.dnsPort, proxy: options.proxyPort, relay: null },
          sockets: [],
          workerUid: 0,
          sharedFolder,
        }
      : null,
    workerStarter: createWindowsWorkerStarter({
      windows,
      args: ['--log-level', options.logLevel],
      ports: wanted ? portsToHold(options) : [],
    }),
    exemptUid: 0,
    workerSid: WORKER_SID,
  };
}

/** The ports that the service holds for the worker: look-ups come by UDP and TCP, connections to the proxy by TCP. Port 0 (any) cannot be held. */
function portsToHold({ dnsPort, proxyPort }: FilterArguments): readonly HeldPort[] {
  const wanted = [
    { protocol: 'udp', port: dnsPort },
    { protocol: 'tcp', port: dnsPort },
    { protocol: 'tcp', port: proxyPort },
  ] as const;
  return wanted
    .filter(({ port }) => port !== 0)
    .flatMap((one) => [
      { ...one, family: 4 },
      { ...one, family: 6 },
    ]);
}

function heldForUs(): Promise<readonly HeldSocket[]> {
  return findHeldSockets({
    env: process.env,
    pid: process.pid,
    files: createFileReader({ root: '/' }),
    fileOf: (fd) => readlink(`/proc/self/fd/${fd}`).catch(() => null),
  });
}

interface Situation {
  readonly account: WorkerAccount | null;
  readonly ownUid: number;
  readonly platform: NodeJS.Platform;
}

function isWanted(
  { filter, observe, workerUser }: FilterArguments,
  { account, ownUid, platform }: Situation,
  log: Log,
): boolean {
  if (observe === true || filter === 'off') return false;
  if (filter === 'on') return true;
  if (platform === 'win32') return true;
  if (ownUid !== 0) {
    log.warn({}, 'not filtering: this needs an administrator');
    return false;
  }
  // Without an account of its own the worker cannot be exempted from the filter: every program of the administrator would be exempt as well.
  if (platform === 'linux' && account === null) {
    log.warn({ account: workerUser }, 'not filtering: the account of the worker does not exist');
    return false;
  }
  return true;
}

/** The account of the worker. */
interface WorkerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Finds an account by its name (getpwnam(3), through id(1)); null = there is none, or this is no Linux, or we may not become another. Never rejects. */
async function findWorkerAccount(
  name: string,
  {
    run,
    platform,
    ownUid,
  }: { readonly run: CommandRunner; readonly platform: NodeJS.Platform; readonly ownUid: number },
): Promise<WorkerAccount | null> {
  if (platform !== 'linux' || ownUid !== 0 || !/^[a-z_][a-z0-9_-]{0,31}$/.test(name)) return null;
  const ask = async (option: '-u' | '-g'): Promise<number | null> => {
    const { code, stdout } = await run.run(['id', option, name]);
    return code === 0 && /^\d+\n?$/.test(stdout) ? Number(stdout) : null;
  };
  const [uid, gid] = [await ask('-u'), await ask('-g')];
  // root is not another account.
  return uid === null || gid === null || uid === 0 ? null : { uid, gid };
}
