import { hostname, networkInterfaces } from 'node:os';
import type { HostAddress, HostInfo } from '../ports/host-info.ts';
import type { NetworkAddress } from '../ports/system-facts.ts';

/** This computer, as Node sees it. */
export const systemHost: HostInfo = {
  hostname,
  interfaces: () =>
    Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.map(
        ({ address, cidr, family, internal }): HostAddress => ({
          interface: name,
          address,
          prefix: prefixOf(cidr),
          family: family === 'IPv4' ? 4 : 6,
          internal,
        }),
      ),
    ),
};

function prefixOf(cidr: string | null): number | null {
  const length = /\/(\d{1,3})$/.exec(cidr ?? '')?.[1];
  return length === undefined ? null : Number(length);
}

/** The addresses that say something about the place: no loopback (127/8, ::1), no link-local ones (169.254/16, fe80::/10). */
export function placeAddresses(addresses: readonly HostAddress[]): readonly NetworkAddress[] {
  return addresses
    .filter(({ internal, address }) => !internal && !/^(127\.|169\.254\.|::1$|fe[89ab])/i.test(address))
    .map(({ interface: name, address, prefix, family }) => ({ interface: name, address, prefix, family }));
}
