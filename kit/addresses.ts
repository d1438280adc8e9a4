import ipaddr from 'ipaddr.js';
import type { AddressMatcher } from '../contracts/device/campus.ts';

/** Most cached networks; more than a school district lists. */
const MAX_CACHED = 1_000;

/**
 * Whether an address lies in a network. IPv4-mapped IPv6 addresses count as IPv4 (RFC 4291 section 2.5.5.2); a malformed address or
 * network matches nothing.
 */
export function createAddressMatcher(): AddressMatcher {
  const networks = new Map<string, [ipaddr.IPv4 | ipaddr.IPv6, number] | null>();
  const network = (cidr: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null => {
    const known = networks.get(cidr);
    if (known !== undefined) return known;
    const parsed = ipaddr.isValidCIDR(cidr) ? ipaddr.parseCIDR(cidr) : null;
    if (networks.size >= MAX_CACHED) networks.clear();
    networks.set(cidr, parsed);
    return parsed;
  };
  return (address, cidr) => {
    const parsed = network(cidr);
    if (parsed === null || !ipaddr.isValid(address)) return false;
    const own = ipaddr.process(address);
    return own.kind() === parsed[0].kind() && own.match(parsed);
  };
}

/** Writes a peer's address in its plain form, IPv4-mapped IPv6 as IPv4. A text that is no address stays as it is. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/**
 * Makes a reader of the address that a request comes from. That is the peer's; behind trusted proxies it is the last address in X-Forwarded-For that is not a
 * trusted proxy. Addresses further left, which anybody can write, are ignored.
 */
export function createClientAddress(
  trusted: readonly string[],
  matches: AddressMatcher,
): (peer: string | undefined, forwardedFor: string | readonly string[] | undefined) => string {
  const isTrusted = (address: string): boolean => trusted.some((cidr) => matches(address, cidr));
  return (peer, forwardedFor = '') => {
    const hops = String(forwardedFor).split(',');
    let address = plainAddress(peer);
    while (isTrusted(address)) {
      const hop = hops.pop()?.trim() ?? '';
      if (!ipaddr.isValid(hop)) return address;
      address = plainAddress(hop);
    }
    return address;
  };
}

/** Whether a host name or address means this machine itself. An IPv6 address may be in brackets, as in a URL. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'loopback';
  return host === 'localhost';
}
