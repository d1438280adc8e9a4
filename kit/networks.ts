import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What counts as one sender: an IPv4 address, also when it is written in IPv6, or a /64 of IPv6, of which one household has 2^64 addresses. A text that is no
 * address, which only a trusted proxy can give, is one sender with all others like it.
 */
export function networkOf(address: string | undefined): string {
  const bare = address?.split('%')[0] ?? '';
  if (isIP(bare) === 0) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
