import ipaddr from 'ipaddr.js';
import { createAddressMatcher } from '../../kit/addresses.ts';
import { createLifecycle } from '../../kit/lifecycle.ts';
import {
  type Connections,
  NO_CONNECTIONS,
  NO_PROGRAMS,
  type Programs,
} from '../filter/connections/client-origin.ts';
import { createConnectionTable } from '../filter/connections/connection-table.ts';
import { createEgress, type Egress, systemDial } from '../filter/connections/egress.ts';
import { createTargetAddresses } from '../filter/connections/target-address.ts';
import { createJudge, type InForce, type LiveJudge } from '../filter/create-judge.ts';
import { isInternalName } from '../filter/dns/internal-names.ts';
import { createResolver, type Resolver } from '../filter/dns/resolver.ts';
import { createUdpAskers } from '../filter/dns/udp-askers.ts';
import type { FilterState } from '../filter/filter-state.ts';
import { openIndexFile } from '../filter/index-file.ts';
import { createLocalAccess } from '../filter/local-access.ts';
import { createProxy } from '../filter/proxy/create-proxy.ts';
import { createRecorder } from '../filter/record/create-recorder.ts';
import type { Recorder } from '../filter/recorder.ts';
import { createRelay, type Relay } from '../filter/relay/create-relay.ts';
import { createLinuxPrograms } from '../filter/relay/linux-programs.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { createProcessList as createDarwinList } from '../os/darwin/process-list.ts';
import { createFileReader } from '../os/file-reader.ts';
import { createProcessList as createLinuxList } from '../os/linux/process-list.ts';
import { readSocketTable } from '../os/linux/socket-tables.ts';
import { createProcessList as createWindowsList } from '../os/windows/process-list.ts';
import type { ProcessList } from '../ports/process-list.ts';
import { AGENT_VERSION } from '../report/version.ts';
import { createAddressOpener } from './address-opener.ts';
import { createGameWatch } from './game-watch.ts';
import { listenAt, resolverSockets } from './held-sockets.ts';
import { createLayerListeners } from './layer-listeners.ts';
import type { FilterParts, FilterPartsOptions } from './worker-parts.ts';

const isInNetwork = createAddressMatcher();
const ONE_NETWORK = { epoch: 0, proven: true, portal: false } as const;

/** Puts the filter's parts together. */
export function createFilterParts(options: FilterPartsOptions): FilterParts {
  const { reports, clock, log } = options;
  const files = createFileReader({ root: '/' });
  const isLinux = options.platform === 'linux';
  const judge = createJudge({
    clock,
    openIndex: openIndexFile,
    onFault: ({ what, detail }) =>
      reports.event({ kind: 'fault', details: { what, detail: detail.slice(0, 500) } }),
  });
  const games = createGameWatch({
    clock,
    log,
    processes: processListOf(options.platform).names,
    report: reports.event,
  });
  const recorder = createRecorder({
    ...options,
    judge,
    sink: reports.activity,
    onName: games.asked,
    onBypass: (news) => reports.event({ kind: 'bypass', details: { ...news } }),
  });
  const connections: Connections = isLinux ? createConnectionTable({ files }) : NO_CONNECTIONS;
  const inherited = resolverSockets(options.sockets, options.ports.dns);
  const resolver = createResolver({
    ...options,
    judge,
    recorder,
    port: options.ports.dns,
    // Windows asks a resolver at port 53 and nowhere else.
    mayMove: options.platform !== 'win32',
    ...(inherited === null ? {} : { inherited }),
    upstreams: () => judge.state().upstreams,
    network: () => judge.state().network ?? ONE_NETWORK,
    privateNetworks: () => judge.state().privateNetworks,
    onNonce: reports.seen,
    ...(isLinux ? { connections, askers: createUdpAskers({ readTable: readSocketTable, clock }) } : {}),
    ...(options.openings === undefined
      ? {}
      : { opener: createAddressOpener({ judge, openings: options.openings, clock, log }) }),
  });
  const layers = createLayers(options, { judge, recorder, resolver, connections, isLinux });
  const listening = createLayerListeners(
    [
      { layer: 'dns', wanted: options.ports.dns, part: resolver },
      { layer: 'proxy', wanted: options.ports.proxy, part: layers.proxy },
      ...(layers.relay === null
        ? []
        : [{ layer: 'relay' as const, wanted: options.ports.relay ?? 0, part: layers.relay }]),
    ],
    log,
  );
  const services = createLifecycle([recorder, games, { start: async () => undefined, stop: listening.stop }]);

  return {
    async start() {
      await services.start();
      await listening.start();
    },
    stop: services.stop,
    listening: listening.report,
    apply(state) {
      const inForce = judge.apply(state);
      layers.apply(state);
      games.lookFor(inForce.bundle);
      return Promise.resolve(inForce satisfies InForce);
    },
    ports: listening.ports,
    verdict: (host) => judge.judgeName(host).action,
    attempted(seen) {
      for (const { kind, address, port, uid, count } of seen)
        recorder.attempted({ kind, host: null, address, port, count, app: null, uid });
    },
  };
}

function processListOf(platform: NodeJS.Platform): ProcessList {
  const run = createCommandRunner({ env: process.env });
  if (platform === 'darwin') return createDarwinList({ run });
  if (platform === 'win32') return createWindowsList({ run });
  return createLinuxList({ files: createFileReader({ root: '/' }) });
}

interface Common {
  readonly judge: LiveJudge;
  readonly recorder: Recorder;
  readonly resolver: Resolver;
  readonly connections: Connections;
  readonly isLinux: boolean;
}

interface Layers {
  readonly proxy: ReturnType<typeof createProxy>;
  readonly relay: Relay | null;
  /** Applies another state, and cuts connections that it closes. */
  apply(state: FilterState): void;
}

function createLayers(
  options: FilterPartsOptions,
  { judge, recorder, resolver, connections, isLinux }: Common,
): Layers {
  const { clock, log, ports, sockets, reports } = options;
  let dohList: readonly string[] = [];
  let isDohAddress = addressMatcher([]);
  const local = createLocalAccess(judge);
  const isKnownNetwork = (address: string, host: string): boolean =>
    judge.state().privateNetworks.some((cidr) => isInNetwork(address, cidr)) ||
    judge.judgeName(host).reason === 'portal' ||
    isInternalName(host, judge.settings());
  const egressTo = (isPrivateAllowed: typeof isKnownNetwork): Egress =>
    createEgress({
      resolver,
      addresses: createTargetAddresses({
        isDohAddress: (address) => isDohAddress(address),
        isPrivateAllowed,
      }),
      isCrisisHelp: judge.isCrisisHelp,
      dial: systemDial,
      clock,
    });
  const programs: Programs = isLinux
    ? createLinuxPrograms({ programOf: options.programOf, wanted: judge.asksForPrograms, clock })
    : NO_PROGRAMS;
  const shared = { ...options, judge, recorder, connections, programs };
  const proxy = createProxy({
    ...shared,
    egress: egressTo(isKnownNetwork),
    localNetworks: local.networks,
    state: () => (judge.state().deviceId === '' ? null : judge.state()),
    onAccessRequest: ({ host, url, note, ruleId, policyId, user }) =>
      reports.event({ kind: 'access_request', details: { host, url, note, ruleId, policyId, user } }),
    agentVersion: AGENT_VERSION,
    listen: listenAt(sockets, ports.proxy),
  });
  const relay =
    ports.relay === null
      ? null
      : createRelay({
          ...shared,
          egress: egressTo((address, host) => isKnownNetwork(address, host) || local.isOpen(address)),
          isLocalOpen: local.isOpen,
          isDohAddress: (address) => isDohAddress(address),
          gaveOut: resolver.gaveOut,
          listen: listenAt(sockets, ports.relay),
        });
  log.debug({ relay: relay !== null }, 'the filter is put together');

  return {
    proxy,
    relay,
    apply({ bundle }) {
      const list = bundle?.dohAddresses ?? [];
      if (list !== dohList) {
        dohList = list;
        isDohAddress = addressMatcher(list);
      }
      proxy.recheck();
      relay?.recheck();
    },
  };
}

type Range = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Makes a function that says whether an address is on a list of addresses and networks. Entries that cannot be read are left out. */
function addressMatcher(addresses: readonly string[]): (address: string) => boolean {
  const single = new Set<string>();
  const ranges: Range[] = [];
  for (const text of addresses) {
    if (ipaddr.isValidCIDR(text)) ranges.push(ipaddr.parseCIDR(text));
    else if (ipaddr.isValid(text)) single.add(ipaddr.process(text).toNormalizedString());
  }
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (single.has(address.toNormalizedString())) return true;
    return ranges.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  };
}
