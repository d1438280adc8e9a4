import ipaddr from 'ipaddr.js';
import type { FilterGoal } from '../../../ports/filter-control.ts';
import { ENCRYPTED_DNS_PORTS, QUIC_PORTS, VPN_TCP_PORTS, VPN_UDP_PORTS } from '../../filter-ports.ts';
import { addressesByFamily, rangeOf, rangeText } from '../../ip-addresses.ts';
import { GIVEN_SETS, pinnedEgress } from './pinned-egress.ts';

/** Our own table: the lock's is another. */
export const FILTER_TABLE = 'schoolgate';

/** Lists it as JSON; fails without it. */
export const READ_TABLE = ['nft', '-j', 'list', 'table', 'inet', FILTER_TABLE] as const;

/** Sets that packets and the resolver fill. Their content does not count as a change of the table. */
export const FILLED_SETS = [
  'attempts4',
  'attempts6',
  'guests4',
  'guests6',
  'unnamed4',
  'unnamed6',
  ...GIVEN_SETS,
] as const;

/** Distinct attempts between two readings, some seconds apart. A full set loses records, but never a refusal, which is another rule. */
const ATTEMPTS_KEPT = 4096;

/** A goal, or what the rescue leaves of it: with `failMode: open` there are no redirects and no rule about port 53. */
export type TableGoal = Pick<
  FilterGoal,
  | 'workerUid'
  | 'ports'
  | 'networkResolvers'
  | 'dohAddresses'
  | 'portalAddresses'
  | 'mode'
  | 'pinnedEgress'
  | 'localNetworks'
  | 'vpnServers'
  | 'guestLookUps'
> & { readonly rescued: boolean };

/**
 * The filter's table, for IPv4 and IPv6. One transaction that may be loaded over itself and leaves no gap. Traps:
 * - Redirected packets keep their first output device at `filter`: `oifname "lo"` does not match them. Their port is the new one already, so what still has
 *   port 53 or 443 there belongs to a connection that was open before the table: it is refused, and thereby cut.
 * - https to a DoH address is redirected before the sets are looked at: the relay judges it.
 * - A plain `reject` of TCP over IPv6 took 1 s to be noticed; a reset is instant.
 * - `meta skuid` is who opened the socket: one that root opened and handed on counts as root's, a connection accepted from it as the worker's. Hence both may answer on our ports.
 * - Only the worker is exempt. Root is not, or the agent's own self-check would prove nothing.
 * - Without `auto-merge` overlapping networks in a list make the whole load fail. `destroy table` needs nft 1.0.7.
 */
export function renderFilterTable(goal: TableGoal): string {
  const pinned = pinnedPart(goal);
  return `table inet ${FILTER_TABLE} {}
delete table inet ${FILTER_TABLE}

table inet ${FILTER_TABLE} {
${sets(goal)}
${goal.rescued ? '' : redirects(goal)}
${egress(goal)}
${waysRound('ways_round', 'refuse', goal)}
  chain refuse {
    meta skuid != 0 meta nfproto ipv4 update @attempts4 { meta skuid . ip daddr . meta l4proto . th dport }
    meta skuid != 0 meta nfproto ipv6 update @attempts6 { meta skuid . ip6 daddr . meta l4proto . th dport }
    ${REFUSE}
  }

  # Containers and virtual machines whose traffic the computer forwards.
  chain guests {
    type filter hook forward priority 0; policy accept;${goal.rescued ? '' : guestLookUps(goal)}
    ${goal.rescued ? LOOK_UPS_PASS : ''}jump guests_ways_round${pinned === null ? '' : '\n    jump guests_pinned'}
  }

${waysRound('guests_ways_round', 'refuse_guest', goal)}
  chain refuse_guest {
    meta nfproto ipv4 update @guests4 { ip daddr . meta l4proto . th dport }
    meta nfproto ipv6 update @guests6 { ip6 daddr . meta l4proto . th dport }
    ${REFUSE}
  }
${pinned?.chains ?? ''}}
`.replace(/\n{3,}/g, '\n\n');
}

/** In the rescue look-ups also pass to addresses that offer DoH, as many public resolvers do. */
const LOOK_UPS_PASS = 'meta l4proto { tcp, udp } th dport 53 accept\n    ';

const REFUSE = `meta l4proto tcp reject with tcp reset
    reject`;

/** Of sets that packets fill. */
const FILLED = `size ${ATTEMPTS_KEPT}; flags dynamic, timeout; timeout 10m; `;

/** Null: addresses are not pinned. */
function pinnedPart({ pinnedEgress: wanted, rescued, localNetworks = [], vpnServers = [] }: TableGoal) {
  if (!wanted || rescued) return null;
  return pinnedEgress(FILLED, networksByFamily([...localNetworks, ...vpnServers]), REFUSE);
}

function sets(goal: TableGoal): string {
  const portal = addressesByFamily(goal.mode === 'portal' ? goal.portalAddresses : []);
  const resolvers = addressesByFamily(goal.networkResolvers);
  const doh = networksByFamily(goal.dohAddresses);
  const interval = 'flags interval; auto-merge; ';
  const filled = FILLED;
  return [
    '# Public DoH servers.',
    `set doh4 { type ipv4_addr; ${interval}${elements(doh.v4)}}`,
    `set doh6 { type ipv6_addr; ${interval}${elements(doh.v6)}}`,
    '# Resolvers that the network gave: asking them is no attempt.',
    `set resolvers4 { type ipv4_addr; ${elements(resolvers.v4)}}`,
    `set resolvers6 { type ipv6_addr; ${elements(resolvers.v6)}}`,
    '# What the captive portal needs.',
    `set portal4 { type ipv4_addr; ${elements(portal.v4)}}`,
    `set portal6 { type ipv6_addr; ${elements(portal.v6)}}`,
    '# Who tried what; the agent reads and empties them.',
    `set attempts4 { type uid . ipv4_addr . inet_proto . inet_service; ${filled}counter; }`,
    `set attempts6 { type uid . ipv6_addr . inet_proto . inet_service; ${filled}counter; }`,
    `set guests4 { type ipv4_addr . inet_proto . inet_service; ${filled}counter; }`,
    `set guests6 { type ipv6_addr . inet_proto . inet_service; ${filled}counter; }`,
    ...vpnSets(goal),
    ...(pinnedPart(goal)?.sets ?? []),
  ]
    .map((line) => `  ${line}`)
    .join('\n');
}

/**
 * Matches a packet that opens a connection. Where connection tracking was not used before, it takes the next packet of a running download for a new
 * connection. Redirected to us that download would hang; without the redirect it is refused below.
 */
const OPENING = 'tcp flags & (fin | syn | rst | ack) == syn';

/**
 * Connection tracking identifies a flow by addresses and ports, not by its owner. If the worker asks a resolver from a port that a student used
 * within the last 30 s, its question would be redirected to itself. So redirected look-ups, their answers and refusals have a zone of their own.
 */
const LOOK_UP_ZONE = 53;

function redirects({ workerUid, ports }: TableGoal): string {
  return `
  chain zones {
    type filter hook output priority -300; policy accept;
    meta skuid != ${workerUid} udp dport 53 ct zone set ${LOOK_UP_ZONE}
    udp sport ${ports.dns} ct zone set ${LOOK_UP_ZONE}
    oifname "lo" icmp type destination-unreachable ct zone set ${LOOK_UP_ZONE}
    oifname "lo" icmpv6 type destination-unreachable ct zone set ${LOOK_UP_ZONE}
  }

  chain redirects {
    type nat hook output priority -100; policy accept;
    meta skuid ${workerUid} return
    meta l4proto { tcp, udp } th dport 53 goto look_ups
    ip daddr @portal4 tcp dport 443 return
    ip6 daddr @portal6 tcp dport 443 return
    tcp dport 443 ${OPENING} redirect to :${ports.relay}
  }

  chain look_ups {
    meta skuid != 0 ip daddr != 127.0.0.0/8 ip daddr != @resolvers4 update @attempts4 { meta skuid . ip daddr . meta l4proto . th dport }
    meta skuid != 0 ip6 daddr != ::1 ip6 daddr != @resolvers6 update @attempts6 { meta skuid . ip6 daddr . meta l4proto . th dport }
    tcp dport 53 ${OPENING} redirect to :${ports.dns}
    udp dport 53 redirect to :${ports.dns}
  }
`;
}

function egress(goal: TableGoal): string {
  const { dns, proxy, relay } = goal.ports;
  const ours = goal.workerUid === 0 ? '0' : `{ 0, ${goal.workerUid} }`;
  const older = goal.rescued
    ? ''
    : `
    meta l4proto { tcp, udp } th dport 53 goto refuse_open
    ip daddr @portal4 tcp dport 443 accept
    ip6 daddr @portal6 tcp dport 443 accept
    tcp dport 443 goto refuse_open`;
  return `
  chain egress {
    type filter hook output priority 0; policy accept;
    # Nobody else can answer on our ports, even while the agent is down.
    oifname "lo" meta l4proto { tcp, udp } th sport { ${[dns, proxy, relay].join(', ')} } meta skuid != ${ours} drop
    oifname "lo" accept
    meta skuid ${goal.workerUid} accept
    ${goal.rescued ? LOOK_UPS_PASS : ''}jump ways_round${older}${pinnedPart(goal) === null ? '' : '\n    jump pinned'}
  }
${goal.rescued ? '' : REFUSE_OPEN}`;
}

/** Connections from before the table: no attempt, so not recorded. */
const REFUSE_OPEN = `
  chain refuse_open {
    ${REFUSE}
  }
`;

/** A virtual machine or container that asks the network's resolver does what every computer does. That is refused, but recorded as no attempt. */
function guestLookUps({ guestLookUps: allowed = false }: TableGoal): string {
  const lookUp = 'meta l4proto { tcp, udp } th dport 53';
  const verdict = allowed ? 'accept' : 'goto refuse_open';
  return `
    ip daddr @resolvers4 ${lookUp} ${verdict}
    ip6 daddr @resolvers6 ${lookUp} ${verdict}
    ${lookUp} goto refuse_guest`;
}

function vpnSets({ vpnServers = [] }: TableGoal): readonly string[] {
  const { v4, v6 } = networksByFamily(vpnServers);
  if (v4.length + v6.length === 0) return [];
  return [
    '# The school’s own VPN.',
    `set vpn4 { type ipv4_addr; flags interval; auto-merge; ${elements(v4)}}`,
    `set vpn6 { type ipv6_addr; flags interval; auto-merge; ${elements(v6)}}`,
  ];
}

/** Also by UDP 443, as the VPNs that begin with TLS do (DTLS). */
function vpnRules(goal: TableGoal): string {
  if (vpnSets(goal).length === 0) return '';
  const udp = [...new Set([443, ...VPN_UDP_PORTS])].sort((a, b) => a - b).join(', ');
  return ['ip daddr @vpn4', 'ip6 daddr @vpn6']
    .flatMap((to) => [
      `    ${to} udp dport { ${udp} } return\n`,
      `    ${to} tcp dport { ${VPN_TCP_PORTS.join(', ')} } return\n`,
    ])
    .join('');
}

function waysRound(name: string, refuse: string, goal: TableGoal): string {
  return `
  chain ${name} {
    meta l4proto { tcp, udp } th dport { ${ENCRYPTED_DNS_PORTS.join(', ')} } goto ${refuse}
${vpnRules(goal)}    udp dport { ${[...QUIC_PORTS, ...VPN_UDP_PORTS].sort((a, b) => a - b).join(', ')} } goto ${refuse}
    tcp dport { ${VPN_TCP_PORTS.join(', ')} } goto ${refuse}
    ip daddr @doh4 goto ${refuse}
    ip6 daddr @doh6 goto ${refuse}
  }
`;
}

function elements(addresses: readonly string[]): string {
  return addresses.length === 0 ? '' : `elements = { ${addresses.join(', ')} }; `;
}

/** Addresses and networks by family; what is neither is left out, so nothing else can reach a rule. */
function networksByFamily(texts: readonly string[]): {
  readonly v4: readonly string[];
  readonly v6: readonly string[];
} {
  const ranges = texts.filter((text) => isAddressOrNetwork(text)).map(rangeOf);
  return { v4: ofFamily(4), v6: ofFamily(6) };

  function ofFamily(family: 4 | 6): readonly string[] {
    return ranges.filter((range) => range.family === family).map(rangeText);
  }
}

function isAddressOrNetwork(text: string): boolean {
  if (text.includes('%')) return false;
  const [address = '', bits] = text.split('/');
  if (!(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address))) return false;
  // A whole family is no list of servers: it would shut everything.
  return bits === undefined || (ipaddr.isValidCIDR(text) && Number(bits) > 0);
}
