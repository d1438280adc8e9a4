import type { CommandRunner } from '../../../ports/command-runner.ts';
import type { FilterGoal } from '../../../ports/filter-control.ts';
import type { HeldSet } from '../engine-rules.ts';
import type { WindowsHost } from '../host/windows-host.ts';
import { type FoundKey, isSameName, valueIn } from '../registry.ts';
import { MARKS_KEY, type Mark, markOf, partsOf } from './marks.ts';
import { NRPT_HIVES, type NrptHive, type NrptRule, nrptRule } from './nrpt.ts';
import { type HeldValue, registryValues } from './registry-values.ts';
import { STORE_APPS_KEY, type StoreApps, type StoreAppsState } from './store-apps.ts';
import { readWinHttp, type WinHttpProxy } from './win-http.ts';

/** The settings of the computer that concern the filter. */
export interface WindowsFilterReading extends StoreAppsState {
  readonly nrpt: readonly NrptRule[];
  /** Whether group policy has rules of its own: then the local ones do not count. */
  readonly policyHive: boolean;
  /** The values that are there in the keys of the goal. */
  readonly values: readonly HeldValue[];
  /** Keys of the goal, and keys above them, that do not exist. */
  readonly missingKeys: readonly string[];
  /** What the values that we set have replaced. */
  readonly marks: readonly Mark[];
  /** What the filtering engine holds of our sets; null = it does not answer. */
  readonly engine: { readonly filter: HeldSet; readonly guard: HeldSet } | null;
  /** Owner and rights of the agent's own folder (SDDL); null = it is not there. */
  readonly folder: string | null;
  /** Who listens on port 53, each program once. */
  readonly holders: readonly PortHolder[];
  /** Whether the worker's service can be started. */
  readonly workerService: 'startable' | 'disabled' | 'missing';
  /** Null = this Windows has no such setting. */
  readonly winHttp: WinHttpProxy | null;
}

export interface PortHolder {
  readonly pid: number;
  readonly program: string | null;
}

export interface FilterReadingSources {
  readonly windows: WindowsHost;
  readonly stateFolder: string;
  readonly run: CommandRunner;
}

/** What the Service Control Manager remembers of it. */
export const WORKER_SERVICE_KEY = 'SYSTEM\\CurrentControlSet\\Services\\SchoolgateWorker';
/** SERVICE_DISABLED of winsvc.h. */
const SERVICE_DISABLED = 4;

/** Keys that one call reads (protocol.ts). */
const MAX_KEYS = 512;

/** Only keys below this one may be missing; Windows has the others. */
const MADE_BELOW = 'SOFTWARE\\Policies\\';

/** Reads the settings. Null = the native host does not answer. @param goal null = read only what is ours */
export async function readWindowsFilter(
  { windows, run, stateFolder }: FilterReadingSources,
  goal: FilterGoal | null,
): Promise<WindowsFilterReading | null> {
  try {
    const wanted = goal === null ? [] : keysOf(goal);
    const keys = await readKeys(windows, [
      ...Object.values(NRPT_HIVES),
      MARKS_KEY,
      STORE_APPS_KEY,
      WORKER_SERVICE_KEY,
      ...wanted,
    ]);
    const found = (key: string): FoundKey | undefined => keys.find((one) => isSameName(one.key, key));
    return {
      nrpt: [
        ...(await readRules(windows, 'local', found(NRPT_HIVES.local))),
        ...(await readRules(windows, 'policy', found(NRPT_HIVES.policy))),
      ],
      policyHive: found(NRPT_HIVES.policy)?.there === true,
      values: wanted.flatMap((key) => (found(key)?.values ?? []).map((value) => ({ key, ...value }))),
      missingKeys: wanted.filter((key) => found(key)?.there === false),
      marks: (found(MARKS_KEY)?.values ?? []).map(markOf),
      engine: await readEngine(windows),
      folder: (await windows.call('protection', { path: stateFolder })).sddl,
      holders: await readHolders(windows),
      storeApps: await readStoreApps(windows),
      ourStoreApps: (found(STORE_APPS_KEY)?.values ?? []).map(({ name }) => name).filter(isAppContainer),
      workerService: serviceIn(found(WORKER_SERVICE_KEY)),
      winHttp: await readWinHttp(run),
    };
  } catch {
    // The host does not run, or refuses even reading: nothing is known.
    return null;
  }
}

function serviceIn(found: FoundKey | undefined): WindowsFilterReading['workerService'] {
  if (found?.there !== true) return 'missing';
  return valueIn(found, 'Start')?.data === SERVICE_DISABLED ? 'disabled' : 'startable';
}

function keysOf(goal: FilterGoal): readonly string[] {
  const all = registryValues(goal).flatMap(({ key }) => [
    key,
    ...partsOf(key).filter((part) => part.startsWith(MADE_BELOW)),
  ]);
  return [...new Set(all)];
}

async function readKeys(windows: WindowsHost, all: readonly string[]): Promise<readonly FoundKey[]> {
  const found: FoundKey[] = [];
  for (let at = 0; at < all.length; at += MAX_KEYS)
    found.push(...(await windows.call('registry.read', { keys: all.slice(at, at + MAX_KEYS) })).keys);
  return found;
}

async function readRules(
  windows: WindowsHost,
  hive: NrptHive,
  found: FoundKey | undefined,
): Promise<readonly NrptRule[]> {
  const keys = (found?.subkeys ?? []).map((name) => `${NRPT_HIVES[hive]}\\${name}`);
  return (await readKeys(windows, keys)).filter(({ there }) => there).map((key) => nrptRule(hive, key));
}

async function readEngine(windows: WindowsHost): Promise<WindowsFilterReading['engine']> {
  try {
    return {
      filter: await windows.call('wfp.held', { set: 'filter' }),
      guard: await windows.call('wfp.held', { set: 'guard' }),
    };
  } catch {
    // The service of the filtering engine (BFE) is stopped, or not yet up: the state says so.
    return null;
  }
}

async function readStoreApps(windows: WindowsHost): Promise<StoreApps | null> {
  try {
    return await windows.call('loopback.read', null);
  } catch {
    // No such list, or the firewall's service (mpssvc) does not answer: the problems say so.
    return null;
  }
}

/** Whether a value name is the SID of an AppContainer. Any other value beside our marks is not ours, and the host would refuse the whole call because of it. */
function isAppContainer(name: string): boolean {
  return /^S-1-15-2(-\d{1,10}){7,14}$/.test(name);
}

async function readHolders(windows: WindowsHost): Promise<readonly PortHolder[]> {
  const holders = new Map<number, PortHolder>();
  for (const protocol of ['udp', 'tcp'] as const)
    for (const family of [4, 6] as const) {
      const holder = await windows.call('owner', { protocol, family, port: 53 });
      if (holder !== null) holders.set(holder.pid, holder);
    }
  return [...holders.values()];
}
