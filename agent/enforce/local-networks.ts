import ipaddr from 'ipaddr.js';
import type { Network } from '../ports/system-facts.ts';

/**
 * The private networks that the computer is in, CIDR, each once, sorted: those of its own addresses, and its gateways. Its own addresses are no part of it: a new
 * lease is the same network.
 */
export function localNetworks({ addresses, defaultGateways }: Network): readonly string[] {
  const own = addresses.flatMap(({ address, prefix }) => (prefix === null ? [] : networkOf(address, prefix)));
  const gateways = defaultGateways.flatMap(({ address }) =>
    networkOf(address, address.includes(':') ? 128 : 32),
  );
  return [...new Set([...own, ...gateways])].sort();
}

const PRIVATE: ReadonlySet<string> = new Set(['private', 'uniqueLocal']);
/** A network wider than the private range that it lies in is a mistake. */
const WIDEST = { ipv4: 8, ipv6: 16 } as const;

function networkOf(address: string, prefix: number): readonly string[] {
  const cidr = `${address}/${prefix}`;
  if (address.includes('%') || !ipaddr.isValidCIDR(cidr)) return [];
  const parsed = ipaddr.parse(address);
  if (!PRIVATE.has(parsed.range()) || prefix < WIDEST[parsed.kind()]) return [];
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return [`${family.networkAddressFromCIDR(cidr).toString()}/${prefix}`];
}
