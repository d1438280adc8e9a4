import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeDurably, writeDurably } from '../../../kit/durable-file.ts';
import { messageOf } from '../../../kit/fault.ts';
import { CANNOT_RUN, type CommandResult, type CommandRunner } from '../../ports/command-runner.ts';
import type { LockedNetwork, NetworkLock, Step } from '../../ports/network-lock.ts';
import { done, failed } from '../../ports/outcome.ts';
import { failureOf } from '../command-failure.ts';
import { addressesByFamily } from '../ip-addresses.ts';
import { parseLockTable } from './lock-table.ts';

/** Our own table: the filter's is another. */
const TABLE = 'schoolgate_lock';

const ENGAGE = ['nft', '-f', '-'];
const RELEASE = ['nft', 'delete', 'table', 'inet', TABLE];
const READ = ['nft', '-j', 'list', 'table', 'inet', TABLE];

/** How long an address of crisis help may stay open (seconds): it may belong to somebody else later in the lock. */
const LONGEST_HELP_SECONDS = 3_600;

const NOT_INSTALLED = 'nft is not installed';

export interface NetworkLockDependencies {
  readonly run: CommandRunner;
  /** Whose sockets may reach the server: the user id that the agent's link runs as. */
  readonly exemptUid: number;
  /** Keeps the table for `schoolgate-boot.service`, which loads it before the network is up; absent: no boot file. */
  readonly bootTable?: BootTable;
}

/** The lock's table as a file. */
export interface BootTable {
  /** Lasting when it resolves. @throws when the disk refuses */
  write(table: string): Promise<void>;
  /** A missing one is no error. @throws when the disk refuses */
  remove(): Promise<void>;
}

/**
 * Linux by nftables, in the table `inet schoolgate_lock`. Loading takes 20-30 ms and is one transaction. While the lock holds, only
 * sockets opened by `exemptUid` reach the servers. Run for real in network namespaces (test/netns/network-lock.test.ts).
 * Needs nft(8) and root. After `engage` any change to the table is seen; before it, in a new process, only missing parts are.
 */
export function createNetworkLock({ run, exemptUid, bootTable }: NetworkLockDependencies): NetworkLock {
  let loaded: string | null = null;
  return {
    async engage(network) {
      const steps = planEngage(network, exemptUid);
      for (const step of steps) {
        const result = await run.run(step.cmd, { stdin: step.stdin ?? '' });
        if (result.code !== 0) return failed(`${step.what}: ${failureOf(result, 'nft')}`);
      }
      const table = parseLockTable((await run.run(READ)).stdout);
      if (table === null || !table.whole)
        return failed('the lock table was loaded but does not read back whole');
      loaded = table.text;
      // A full disk must not keep a lock from holding now: the agent's own record engages it again at its start.
      const problem = await problemOf(() => bootTable?.write(steps.map(({ stdin }) => stdin ?? '').join('')));
      return done(
        `${engagedDetail(network)}${problem === null ? '' : `; not kept for the boot: ${problem}`}`,
      );
    },
    async release() {
      const problem = await problemOf(() => bootTable?.remove());
      if (problem !== null) return failed(`the next boot would lock again: ${problem}`);
      const result = await run.run(RELEASE);
      if (result.code === 0) {
        loaded = null;
        return done('the network lock is removed');
      }
      return isAbsent(result)
        ? done(`the network was not locked${result.code === CANNOT_RUN ? `: ${NOT_INSTALLED}` : ''}`)
        : failed(failureOf(result, 'nft'));
    },
    async allowHelp(addresses, ttlSeconds) {
      const stdin = renderHelp(addresses, ttlSeconds);
      if (stdin === null) return done('there was no address to open');
      const table = parseLockTable((await run.run(READ)).stdout);
      if (table?.crisisHelp !== true) return failed('no lock with crisis help holds');
      const result = await run.run(ENGAGE, { stdin });
      return result.code === 0 ? done('crisis help is open') : failed(failureOf(result, 'nft'));
    },
    async state() {
      const listed = await run.run(READ);
      if (isAbsent(listed)) return 'released';
      const table = listed.code === 0 ? parseLockTable(listed.stdout) : null;
      if (table === null || !table.whole) return 'damaged';
      return loaded === null || loaded === table.text ? 'engaged' : 'damaged';
    },
  };
}

async function problemOf(work: () => Promise<void> | undefined): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Whether there is no table of ours; without nft there cannot be one. */
function isAbsent(result: CommandResult): boolean {
  return (
    result.code === CANNOT_RUN || (result.code !== 0 && result.stderr.includes('No such file or directory'))
  );
}

function engagedDetail(network: LockedNetwork): string {
  const { v4, v6 } = addressesByFamily(network.servers);
  const count = v4.length + v6.length;
  return count === 0
    ? 'nothing is reachable: no server address is known'
    : `only ${count} server address${count === 1 ? '' : 'es'} reachable`;
}

/** All that engaging does. Pure. */
export function planEngage(network: LockedNetwork, exemptUid: number): readonly Step[] {
  return [{ what: 'load the lock table', cmd: ENGAGE, stdin: renderTable(network, exemptUid) }];
}

/**
 * The table. Traps:
 * - No `ct state established accept` on output, or running flows live on. Without the TCP reset a running download hangs.
 * - On input, TCP comes in unless it opens a connection. Where nothing used connection tracking before, it takes the next packet of
 *   a running download for a new connection: were that dropped, the laptop would never answer, so never be reset (seen in 1 of 12
 *   runs). Nothing is given away, for answers go out to the server only.
 * - `destroy table` needs nft 1.0.7, so an empty table is made first and then deleted.
 */
function renderTable(network: LockedNetwork, exemptUid: number): string {
  const servers = addressesByFamily(network.servers);
  const resolvers = addressesByFamily(network.resolvers);
  const portal = addressesByFamily(network.portalAddresses ?? []);
  const crisisHelp = network.crisisHelp === true;
  const asks = resolvers.v4.length + resolvers.v6.length > 0;
  const throughWorker = crisisHelp || asks || portal.v4.length + portal.v6.length > 0;
  return `table inet ${TABLE} {}
delete table inet ${TABLE}

table inet ${TABLE} {
  set server4 { type ipv4_addr; ${elements(servers.v4)}}
  set server6 { type ipv6_addr; ${elements(servers.v6)}}
  set resolver4 { type ipv4_addr; ${elements(resolvers.v4)}}
  set resolver6 { type ipv6_addr; ${elements(resolvers.v6)}}
  set portal4 { type ipv4_addr; ${elements(portal.v4)}}
  set portal6 { type ipv6_addr; ${elements(portal.v6)}}
  set help4 { type ipv4_addr; flags timeout; }
  set help6 { type ipv6_addr; flags timeout; }

  chain out {
    type filter hook output priority 10; policy drop;
    oifname "lo" accept
    udp sport 68 udp dport 67 accept
    udp sport 546 udp dport 547 accept
    icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit } accept
    meta skuid ${exemptUid} ip daddr @server4 accept
    meta skuid ${exemptUid} ip6 daddr @server6 accept
    meta skuid ${exemptUid} ip daddr @resolver4 meta l4proto { tcp, udp } th dport 53 accept
    meta skuid ${exemptUid} ip6 daddr @resolver6 meta l4proto { tcp, udp } th dport 53 accept
    ip daddr @portal4 tcp dport != 53 accept
    ip6 daddr @portal6 tcp dport != 53 accept
    jump through_worker
    jump crisis_help
    meta l4proto tcp reject with tcp reset
    reject
  }

  # Redirected look-ups and https, which keep their first output device: the worker decides by name.
  chain through_worker {${throughWorker ? '\n    ip daddr 127.0.0.0/8 accept\n    ip6 daddr ::1 accept' : ''}
  }

  chain crisis_help {${
    crisisHelp
      ? `\n    meta skuid ${exemptUid} ip daddr @help4 tcp dport 443 accept
    meta skuid ${exemptUid} ip6 daddr @help6 tcp dport 443 accept`
      : ''
  }
  }

  chain in {
    type filter hook input priority 10; policy drop;
    iifname "lo" accept
    tcp flags & (fin | syn | rst | ack) != syn accept
    ct state established,related accept
    udp sport 67 udp dport 68 accept
    udp sport 547 udp dport 546 accept
    icmpv6 type { nd-router-advert, nd-neighbor-solicit, nd-neighbor-advert } accept
  }

  chain guests {
    type filter hook forward priority 10; policy drop;
  }
}
`;
}

/** A second `add` does not start an element's time anew, so each is removed first; null = no address. */
function renderHelp(addresses: readonly string[], ttlSeconds: number): string | null {
  const { v4, v6 } = addressesByFamily(addresses);
  const seconds = Math.min(Math.max(Math.ceil(ttlSeconds), 1), LONGEST_HELP_SECONDS);
  const lines = [
    ...v4.map((address) => ['help4', address] as const),
    ...v6.map((address) => ['help6', address] as const),
  ].flatMap(([set, address]) => [
    `add element inet ${TABLE} ${set} { ${address} }`,
    `delete element inet ${TABLE} ${set} { ${address} }`,
    `add element inet ${TABLE} ${set} { ${address} timeout ${seconds}s }`,
  ]);
  return lines.length === 0 ? null : `${lines.join('\n')}\n`;
}

function elements(addresses: readonly string[]): string {
  return addresses.length === 0 ? '' : `elements = { ${addresses.join(', ')} }; `;
}

/** `lock.nft` in the agent's state folder. */
export function createBootTable({ stateFolder }: { readonly stateFolder: string }): BootTable {
  const path = join(stateFolder, 'lock.nft');
  return {
    write: (table) => writeDurably(path, table),
    async remove() {
      // `restore` works without a state folder.
      if (existsSync(dirname(path))) await removeDurably(path);
    },
  };
}
