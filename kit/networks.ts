import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network that counts as one sender: an IPv4 address, also written as IPv6, or a /64 of IPv6, since one household has 2^64 addresses. All texts that are no
 * address, which only a trusted proxy can send, count as one sender.
 */
export function networkOf(address: string | undefined): string {
  const bare = address?.split('%')[0] ?? '';
  if (isIP(bare) === 0) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
