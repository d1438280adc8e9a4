import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { LockedNetwork, NetworkLock, NetworkLockState } from '../../ports/network-lock.ts';
import { done, failed, type Outcome } from '../../ports/outcome.ts';
import { addressesByFamily } from '../ip-addresses.ts';
import { digestOf, type HeldSet, type HostFilter, isHeld, type WorkerIdentity } from './engine-rules.ts';
import type { WindowsHost } from './host/windows-host.ts';
import { helpFilters, lockSet, networkFilters } from './lock-set.ts';

export interface NetworkLockDependencies {
  readonly windows: WindowsHost;
  /** The worker, which alone reaches the servers. */
  readonly worker: WorkerIdentity;
  readonly clock: Pick<Clock, 'monotonic'>;
}

const SET = 'lock';
const NETWORK_OPENING = 'network';
const HELP_OPENING = 'help';

/** The longest time that the host accepts (seconds). An opening ends with the host in any case, and engaging again renews it. */
const NETWORK_SECONDS = 604_800;
/** How long an address of crisis help may stay open (seconds): it may belong to somebody else later in the lock. */
const LONGEST_HELP_SECONDS = 3_600;
/** Crisis help has some tens of addresses. The worker may be broken into, so that its requests must be limited. */
const MAX_HELP_ADDRESSES = 1_000;

/** What this process has engaged. */
interface Engaged {
  readonly crisisHelp: boolean;
  readonly lock: HostFilter[];
  /** Of the opening `network`; empty = it is shut. */
  readonly network: HostFilter[];
}

/**
 * Windows: the set `lock` of the filtering engine, above the filter's sets. It survives a restart, and holds before the engine runs. Replaced in one transaction; Windows looks
 * anew at running flows then, and ends those that are shut (ALE reauthorization). What the network needs beside the server is an opening, which ends with the native
 * host: look-ups and crisis help for the worker alone, a captive portal for all, by TCP. Look-ups at 127.0.0.1 reach the worker.
 * An address of crisis help may stay open up to an hour longer than asked, when others are opened meanwhile: all share one opening. Plans tested on a computer in
 * memory only; not yet run on Windows. After `engage` any change is seen; before it, in a new process, only missing parts are.
 */
export function createNetworkLock({ windows, worker, clock }: NetworkLockDependencies): NetworkLock {
  let engaged: Engaged | null = null;
  /** By address, when its time is over (monotonic milliseconds); the one opened last comes last. */
  const help = new Map<string, number>();

  return {
    engage: (network) =>
      attempt('replace the filters of the lock', async () => {
        const now: Engaged = {
          crisisHelp: network.crisisHelp === true,
          lock: lockSet(network, worker),
          network: networkFilters(network, worker),
        };
        await windows.call('wfp.replace', { set: SET, digest: digestOf(SET, now.lock), filters: now.lock });
        // Remembered before the opening, so that `state` reports a refused opening.
        engaged = now;
        await open(windows, NETWORK_OPENING, now.network, NETWORK_SECONDS);
        if (!now.crisisHelp) await shutHelp(windows, help);
        if (!isWhole(await windows.call('wfp.held', { set: SET }), now))
          return failed('the filters of the lock were set but do not read back whole');
        return done(engagedDetail(network));
      }),
    release: () =>
      attempt('remove the filters of the lock', async () => {
        const held = await windows.call('wfp.held', { set: SET });
        // First, because the lock must stay when an opening cannot be closed.
        for (const { name } of held.openings) await open(windows, name, [], 1);
        await windows.call('wfp.replace', { set: SET, digest: digestOf(SET, []), filters: [] });
        engaged = null;
        help.clear();
        return done(held.filters === 0 ? 'the network was not locked' : 'the network lock is removed');
      }),
    async allowHelp(addresses, ttlSeconds) {
      const { v4, v6 } = addressesByFamily(addresses);
      if (v4.length + v6.length === 0) return done('there was no address to open');
      if (engaged?.crisisHelp !== true) return failed('no lock with crisis help holds');
      return attempt('open crisis help', async () => {
        remember([...v4, ...v6], ttlSeconds, { help, clock });
        const seconds = Math.ceil((Math.max(...help.values()) - clock.monotonic()) / 1_000);
        await open(windows, HELP_OPENING, helpFilters([...help.keys()], worker), seconds);
        return done('crisis help is open');
      });
    },
    async state(): Promise<NetworkLockState> {
      try {
        return stateOf(await windows.call('wfp.held', { set: SET }), engaged);
      } catch {
        // It cannot be read, so that it does not count as engaged.
        return 'damaged';
      }
    },
  };
}

async function attempt(what: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return failed(`${what}: ${messageOf(error)}`);
  }
}

/** Replaces an opening; without filters it is shut. */
async function open(
  windows: WindowsHost,
  opening: string,
  filters: HostFilter[],
  seconds: number,
): Promise<void> {
  await windows.call('wfp.open', { set: SET, opening, digest: digestOf(SET, filters), filters, seconds });
}

async function shutHelp(windows: WindowsHost, help: Map<string, number>): Promise<void> {
  await open(windows, HELP_OPENING, [], 1);
  help.clear();
}

/** Adds addresses to those that are open; those whose time is over go, and of too many the oldest. */
function remember(
  addresses: readonly string[],
  ttlSeconds: number,
  { help, clock }: Pick<NetworkLockDependencies, 'clock'> & { readonly help: Map<string, number> },
): void {
  const now = clock.monotonic();
  const seconds = Math.min(Math.max(Math.ceil(ttlSeconds), 1), LONGEST_HELP_SECONDS);
  for (const [address, endsAt] of help) if (endsAt <= now) help.delete(address);
  for (const address of addresses) {
    help.delete(address);
    help.set(address, now + seconds * 1_000);
  }
  for (const address of [...help.keys()].slice(0, -MAX_HELP_ADDRESSES)) help.delete(address);
}

function stateOf(held: HeldSet, engaged: Engaged | null): NetworkLockState {
  if (held.filters === 0) return 'released';
  if (engaged !== null) return isWhole(held, engaged) ? 'engaged' : 'damaged';
  return held.disabled === 0 && held.digest !== '' ? 'engaged' : 'damaged';
}

/** Whether the engine holds all that was engaged, the opening too. */
function isWhole(held: HeldSet, { lock, network }: Engaged): boolean {
  const digest = digestOf(SET, network);
  const isOpen = held.openings.some((one) => one.name === NETWORK_OPENING && one.digest === digest);
  return isHeld(held, SET, lock) && (network.length === 0 || isOpen);
}

function engagedDetail({ servers }: LockedNetwork): string {
  const { v4, v6 } = addressesByFamily(servers);
  const count = v4.length + v6.length;
  return count === 0
    ? 'nothing is reachable: no server address is known'
    : `only ${count} server address${count === 1 ? '' : 'es'} reachable`;
}
