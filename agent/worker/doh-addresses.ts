import ipaddr from 'ipaddr.js';

type Range = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Single addresses in a set, and the few networks looked through; made anew for each bundle. What cannot be read is left out. */
export function addressMatcher(addresses: readonly string[]): (address: string) => boolean {
  const single = new Set<string>();
  const ranges: Range[] = [];
  for (const text of addresses) {
    if (ipaddr.isValidCIDR(text)) ranges.push(ipaddr.parseCIDR(text));
    else if (ipaddr.isValid(text)) single.add(ipaddr.process(text).toNormalizedString());
  }
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (single.has(address.toNormalizedString())) return true;
    return ranges.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  };
}
