import type { FilterGoal } from '../../../ports/filter-control.ts';
import { ENCRYPTED_DNS_PORTS, QUIC_PORTS, VPN_TCP_PORTS, VPN_UDP_PORTS } from '../../filter-ports.ts';
import { addressesByFamily } from '../../ip-addresses.ts';
import {
  type EngineRule,
  filtersOf,
  type HostFilter,
  LOOPBACK,
  networksByFamily,
  PERSISTENT,
  PERSISTENT_AND_BOOT,
  SESSION,
  TCP,
  UDP,
  type WorkerIdentity,
} from '../engine-rules.ts';

/** The opening of the set `filter` towards a captive portal. */
export const PORTAL_OPENING = 'portal';

/** Longer than a look at the computer takes to come again (seconds). It closes by itself when the agent hangs. */
export const PORTAL_SECONDS = 900;

/** Everybody who is signed in, and what the task scheduler runs for them (MS-DTYP section 2.4.2.4). */
const PEOPLE = { interactive: 'S-1-5-4', batch: 'S-1-5-3' } as const;

const OUT = ['connect'] as const;
const WEB_PORTS = [80, 443];

/** The set `filter`: what no program may reach past the worker. Pure. */
export function filterSet(goal: FilterGoal, worker: WorkerIdentity): HostFilter[] {
  const vpn = networksByFamily(goal.vpnServers ?? []);
  const shut = { weight: 8, action: 'block', layers: OUT } as const;
  const toVpn = { weight: 13, action: 'permit', layers: OUT, lives: PERSISTENT, remote: vpn } as const;
  const rules: readonly EngineRule[] = [
    { ...LOOPBACK, layers: OUT },
    { name: 'worker', weight: 14, action: 'hardPermit', layers: OUT, lives: PERSISTENT, ...worker },
    { ...toVpn, name: 'school-vpn-udp', protocols: [UDP], remotePorts: [...VPN_UDP_PORTS, 443] },
    { ...toVpn, name: 'school-vpn-tcp', protocols: [TCP], remotePorts: VPN_TCP_PORTS },
    { ...shut, name: 'dns', lives: PERSISTENT_AND_BOOT, protocols: [TCP, UDP], remotePorts: [53] },
    {
      ...shut,
      name: 'encrypted-dns',
      lives: PERSISTENT_AND_BOOT,
      protocols: [TCP, UDP],
      remotePorts: ENCRYPTED_DNS_PORTS,
    },
    { ...shut, name: 'quic', lives: PERSISTENT_AND_BOOT, protocols: [UDP], remotePorts: QUIC_PORTS },
    { ...shut, name: 'vpn-udp', lives: PERSISTENT_AND_BOOT, protocols: [UDP], remotePorts: VPN_UDP_PORTS },
    { ...shut, name: 'vpn-tcp', lives: PERSISTENT_AND_BOOT, protocols: [TCP], remotePorts: VPN_TCP_PORTS },
    // Whatever goes there, not only https: some answer on other ports too.
    { ...shut, name: 'doh', lives: PERSISTENT, remote: networksByFamily(goal.dohAddresses) },
  ];
  return filtersOf(rules);
}

/** The set `guard`: keeps other programs from taking our ports while the worker restarts, and so from becoming the resolver or the proxy. Pure. */
export function guardSet(goal: FilterGoal, worker: WorkerIdentity): HostFilter[] {
  const ports = {
    layers: ['bind'],
    lives: PERSISTENT,
    protocols: [TCP, UDP],
    // NRPT knows no port, so that look-ups come on 53.
    localPorts: [53, goal.ports.proxy],
  } as const;
  return filtersOf([
    { ...ports, name: 'worker', weight: 15, action: 'permit', sid: worker.sid },
    { ...ports, name: 'interactive', weight: 8, action: 'block', sid: PEOPLE.interactive },
    { ...ports, name: 'batch', weight: 8, action: 'block', sid: PEOPLE.batch },
  ]);
}

/** The filters of the opening towards the captive portal: its pages, also where an address is a known DoH server's. Pure. */
export function portalFilters(goal: FilterGoal): HostFilter[] {
  return filtersOf([
    {
      name: 'portal',
      weight: 12,
      action: 'permit',
      layers: OUT,
      lives: SESSION,
      protocols: [TCP],
      remotePorts: WEB_PORTS,
      remote: addressesByFamily(goal.mode === 'portal' ? goal.portalAddresses : []),
    },
  ]);
}
