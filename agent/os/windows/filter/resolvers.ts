import { addressesByFamily } from '../../ip-addresses.ts';

/** Windows fills these in where a network gives no IPv6 resolver (RFC 3879 deprecated them): nobody answers there. */
const NOBODY = 'fec0:0:0:ffff::';

/** What one interface was told: `dhcp` as the registry has it, by blanks; `servers` as Windows uses them. */
export interface InterfaceResolvers {
  readonly dhcp: string;
  readonly servers: readonly string[];
}

/** Resolvers in the order of the interfaces, DHCP's first, each once; this computer's own and placeholders left out. Pure. */
export function resolversOf(interfaces: readonly InterfaceResolvers[]): readonly string[] {
  const all = interfaces.flatMap(({ dhcp, servers }) => [...dhcp.split(/[\s,]+/), ...servers]);
  // One by one: the list's own order is by number.
  const addresses = all.flatMap((text) => {
    const { v4, v6 } = addressesByFamily([text]);
    return [...v4, ...v6];
  });
  return [...new Set(addresses)].filter(
    (address) => !address.startsWith('127.') && address !== '::1' && !address.startsWith(NOBODY),
  );
}
