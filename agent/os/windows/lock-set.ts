import type { LockedNetwork } from '../../ports/network-lock.ts';
import { addressesByFamily } from '../ip-addresses.ts';
import {
  type EngineRule,
  filtersOf,
  type HostFilter,
  ICMPV6,
  LOOPBACK,
  PERSISTENT,
  PERSISTENT_AND_BOOT,
  SESSION,
  TCP,
  UDP,
  type WorkerIdentity,
} from './engine-rules.ts';

const OUT = ['connect'] as const;
const BOTH_WAYS = ['connect', 'accept'] as const;

/** Neighbour discovery: solicitations, advertisements, redirect (RFC 4861 section 4). */
const NEIGHBOUR_DISCOVERY = [133, 134, 135, 136, 137];

/** The set `lock`: it outlives a crash and holds from the start of the network. Pure. */
export function lockSet({ servers }: LockedNetwork, worker: WorkerIdentity): HostFilter[] {
  const kept = {
    weight: 13,
    action: 'permit',
    layers: BOTH_WAYS,
    lives: PERSISTENT_AND_BOOT,
  } as const;
  const rules: readonly EngineRule[] = [
    { ...LOOPBACK, layers: BOTH_WAYS },
    {
      name: 'server',
      weight: 14,
      // The filter's blocks, below, do not reach the worker either.
      action: 'hardPermit',
      layers: OUT,
      lives: PERSISTENT,
      ...worker,
      remote: addressesByFamily(servers),
    },
    // RFC 2131 section 4.1; RFC 9915 section 7.2. Without an address the server cannot be reached.
    { ...kept, name: 'dhcp', families: [4], protocols: [UDP], localPorts: [68], remotePorts: [67] },
    { ...kept, name: 'dhcp', families: [6], protocols: [UDP], localPorts: [546], remotePorts: [547] },
    {
      ...kept,
      name: 'neighbour-discovery',
      families: [6],
      protocols: [ICMPV6],
      localPorts: NEIGHBOUR_DISCOVERY,
    },
    { name: 'all', weight: 0, action: 'block', layers: BOTH_WAYS, lives: PERSISTENT_AND_BOOT },
  ];
  return filtersOf(rules);
}

/** The filters of the opening towards the network's resolvers, for the worker, and towards a captive portal, for all, but not its resolver. Pure. */
export function networkFilters(network: LockedNetwork, worker: WorkerIdentity): HostFilter[] {
  const opening = { layers: OUT, lives: SESSION } as const;
  const portal = addressesByFamily(network.portalAddresses ?? []);
  return filtersOf([
    {
      ...opening,
      name: 'look-ups',
      weight: 12,
      action: 'permit',
      ...worker,
      protocols: [TCP, UDP],
      remotePorts: [53],
      remote: addressesByFamily(network.resolvers),
    },
    {
      ...opening,
      name: 'portal-dns',
      weight: 11,
      action: 'block',
      protocols: [TCP],
      remotePorts: [53],
      remote: portal,
    },
    { ...opening, name: 'portal', weight: 10, action: 'permit', protocols: [TCP], remote: portal },
  ]);
}

/** The filters of the opening for crisis help: https of the worker. Pure. */
export function helpFilters(addresses: readonly string[], worker: WorkerIdentity): HostFilter[] {
  return filtersOf([
    {
      name: 'crisis-help',
      weight: 12,
      action: 'permit',
      layers: OUT,
      lives: SESSION,
      ...worker,
      protocols: [TCP],
      remotePorts: [443],
      remote: addressesByFamily(addresses),
    },
  ]);
}
