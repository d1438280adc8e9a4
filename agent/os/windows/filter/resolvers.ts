import type { OutputOf } from '../../../channel/calls.ts';
import { addressesByFamily } from '../../ip-addresses.ts';
import type { HostTakes } from '../host/protocol.ts';

/** Windows fills these in where a network gives no IPv6 resolver (RFC 3879 deprecated them): nobody answers there. */
const NOBODY = 'fec0:0:0:ffff::';

type Interface = OutputOf<HostTakes, 'network'>['interfaces'][number];

/**
 * Resolvers of the interfaces with a gateway, in the order in which Windows prefers them, each once, without this computer's own and placeholders.
 * Our NRPT rule does not change them, so that they are what the network gave. Pure.
 */
export function resolversOf(interfaces: readonly Interface[]): readonly string[] {
  const all = interfaces
    .filter(({ up, gateways }) => up && gateways.length > 0)
    .sort((a, b) => a.metric - b.metric)
    .flatMap(({ resolvers }) => resolvers);
  // One by one: the list's own order is by number.
  const addresses = all.flatMap((text) => {
    const { v4, v6 } = addressesByFamily([text]);
    return [...v4, ...v6];
  });
  return [...new Set(addresses)].filter(
    (address) => !address.startsWith('127.') && address !== '::1' && !address.startsWith(NOBODY),
  );
}
