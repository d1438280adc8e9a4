import { sha256 } from '../../../../kit/signing.ts';
import type { FilterWish } from '../../../ports/filter-control.ts';
import { ENCRYPTED_DNS_PORTS, QUIC_PORTS, VPN_TCP_PORTS, VPN_UDP_PORTS } from '../../filter-ports.ts';
import {
  type AddressRange,
  ALL_V4,
  ALL_V6,
  addressesByFamily,
  complement,
  networkRanges,
  rangeOf,
  rangeText,
} from '../../ip-addresses.ts';

/** The lock's group is another: `Schoolgate-Lock`. */
export const FIREWALL_GROUP = 'Schoolgate';

/** Addresses in one rule. Windows takes some ten thousand, but reads long rules slowly. */
const ADDRESSES_PER_RULE = 1_000;

/** A rule that blocks what goes out, as New-NetFirewallRule takes it. The generation is added to the name when it is made. */
export interface FirewallRule {
  readonly name: string;
  readonly protocol: 'UDP' | 'TCP' | 'Any';
  /** Of the other side; empty = all. */
  readonly ports: readonly string[];
  /** Addresses and ranges; empty = all. */
  readonly addresses: readonly string[];
}

/**
 * The rules of the filter. Pure. Block beats allow and holds for every program (MS-FASP 2.2.34), so what stays open is cut out of the ranges, for every program as
 * well: best is a DoH upstream, with port 53 shut wholly. Loopback is not filtered.
 */
export function firewallRules(wish: FilterWish): readonly FirewallRule[] {
  const portal = addressRanges(wish.mode === 'portal' ? wish.portalAddresses : []);
  const open = [...portal, ...addressRanges(wish.upstreamAddresses ?? [])];
  const vpn = networkRanges(wish.vpnServers ?? []);
  const port = (ports: readonly number[]): readonly string[] => ports.map(String);
  return [
    { name: 'DNS-UDP', protocol: 'UDP', ports: ['53'], addresses: allBut(open) },
    { name: 'DNS-TCP', protocol: 'TCP', ports: ['53'], addresses: allBut(open) },
    { name: 'DOT-UDP', protocol: 'UDP', ports: port(ENCRYPTED_DNS_PORTS), addresses: [] },
    { name: 'DOT-TCP', protocol: 'TCP', ports: port(ENCRYPTED_DNS_PORTS), addresses: [] },
    { name: 'QUIC', protocol: 'UDP', ports: port(QUIC_PORTS), addresses: allBut(vpn) },
    ...dohRules(wish.dohAddresses, open),
    { name: 'VPN-UDP', protocol: 'UDP', ports: port(VPN_UDP_PORTS), addresses: allBut(vpn) },
    { name: 'VPN-TCP', protocol: 'TCP', ports: port(VPN_TCP_PORTS), addresses: allBut(vpn) },
  ];
}

/** All that goes to known DoH servers, not only https: some answer on other ports too. */
function dohRules(addresses: readonly string[], open: readonly AddressRange[]): readonly FirewallRule[] {
  const shut = networkRanges(addresses)
    .flatMap((range) => complement(range, open))
    .map(rangeText);
  const rules: FirewallRule[] = [];
  for (let at = 0; at < shut.length; at += ADDRESSES_PER_RULE)
    rules.push({
      name: `DOH-${rules.length + 1}`,
      protocol: 'Any',
      ports: [],
      addresses: shut.slice(at, at + ADDRESSES_PER_RULE),
    });
  return rules;
}

function addressRanges(addresses: readonly string[]): readonly AddressRange[] {
  const { v4, v6 } = addressesByFamily(addresses);
  return [...v4, ...v6].map(rangeOf);
}

function allBut(open: readonly AddressRange[]): readonly string[] {
  if (open.length === 0) return [];
  return [...complement(ALL_V4, open), ...complement(ALL_V6, open)].map(rangeText);
}

/** Stands in each rule's description, so that rules of another wish are known without reading their ranges. */
export function rulesDigest(rules: readonly FirewallRule[]): string {
  return sha256(JSON.stringify(rules)).slice(0, 16);
}
