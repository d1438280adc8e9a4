import ipaddr from 'ipaddr.js';

/**
 * Where the worker may connect to for others. `open`: yes. `doh`: a public DoH server. `closed`: this computer, its neighbours without a network of
 * their own, or a private network that nobody allowed.
 */
export type AddressVerdict = 'open' | 'doh' | 'closed';

export interface TargetAddresses {
  /** Never throws; what is no address is closed. @param host that was found at this address */
  verdictOf(address: string, host: string): AddressVerdict;
}

export interface TargetAddressesDependencies {
  readonly isDohAddress: (address: string) => boolean;
  /** Whether a private address may be reached: one of the school's own networks, or a captive portal's. Never asked about this computer, link-local and multicast. */
  readonly isPrivateAllowed: (address: string, host: string) => boolean;
}

/** Ranges that nobody can open. What is on this computer is reached without us, and with our rights more could be reached than without. */
const NEVER: ReadonlySet<string> = new Set([
  'loopback',
  'unspecified',
  'linkLocal',
  'multicast',
  'broadcast',
]);

/**
 * Tells addresses that the worker may reach from those that it must not. The worker is exempt from the firewall: without this its proxy would be a way into
 * this computer and its network (DNS rebinding), and out to DoH servers. To be asked after resolution, of each address.
 */
export function createTargetAddresses({
  isDohAddress,
  isPrivateAllowed,
}: TargetAddressesDependencies): TargetAddresses {
  return {
    verdictOf(address, host) {
      const real = realAddress(address);
      if (real === null) return 'closed';
      const range = real.range();
      if (NEVER.has(range)) return 'closed';
      const text = real.toString();
      if (isDohAddress(text)) return 'doh';
      return range === 'unicast' || isPrivateAllowed(text, host) ? 'open' : 'closed';
    },
  };
}

/** The address that packets go to in the end: an IPv4 address mapped into IPv6 or behind a NAT64 (RFC 6052) is that address. */
function realAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!ipaddr.isValid(address) || address.includes('%')) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4' || parsed.range() !== 'rfc6052') return parsed;
  return new ipaddr.IPv4(parsed.toByteArray().slice(12));
}
