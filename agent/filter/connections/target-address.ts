import ipaddr from 'ipaddr.js';

/**
 * Whether the worker may connect to an address for other programs. `open`: yes. `doh`: no, it is a public DoH server. `closed`: no, it is this
 * computer, a link-local or multicast address, or a private network that nobody allowed.
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

/** Ranges that no policy can open. Programs reach this computer without us, and through us they could reach more than they may. */
const NEVER: ReadonlySet<string> = new Set([
  'loopback',
  'unspecified',
  'linkLocal',
  'multicast',
  'broadcast',
]);

/**
 * Decides which addresses the worker may reach. The worker is exempt from the firewall, so that without this its proxy would be a way into this
 * computer and its network (DNS rebinding), and out to DoH servers. To be asked for each address after resolution.
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
