import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Global unicast, the only part of IPv6 that the internet routes (RFC 4291 section 2.4; IANA allots nothing outside). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Decides which addresses an outgoing request may reach. */
export interface AddressRules {
  /** Whether a connection by this protocol to this address (in text, IPv4 or IPv6) is allowed. A text that is not an address is refused. */
  allows(address: string, protocol: 'http:' | 'https:'): boolean;
}

/**
 * Public addresses and those in `allowCidrs` are allowed for https. Addresses in `allowHttpCidrs` are allowed for http and https.
 * IPv4-mapped IPv6 counts as the IPv4 address inside.
 * @throws RangeError when a network is malformed
 */
export function createAddressRules(networks: {
  readonly allowCidrs: readonly string[];
  readonly allowHttpCidrs: readonly string[];
}): AddressRules {
  const httpNetworks = networks.allowHttpCidrs.map(parseNetwork);
  const httpsNetworks = [...networks.allowCidrs.map(parseNetwork), ...httpNetworks];
  return {
    allows(text, protocol) {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.process(text);
      if (protocol === 'http:') return isWithin(address, httpNetworks);
      return isPublic(address) || isWithin(address, httpsNetworks);
    },
  };
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function isWithin(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([base, length]) => base.kind() === address.kind() && address.match(base, length));
}

function parseNetwork(text: string): Network {
  try {
    return ipaddr.parseCIDR(text);
  } catch (cause) {
    throw new RangeError(`“${text}” is not a network in CIDR notation, such as 192.168.0.0/16`, { cause });
  }
}
