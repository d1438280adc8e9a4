import { isAddress, normaliseHost } from '../../../contracts/policy/host.ts';

/**
 * Which IP addresses the worker itself asks, for a firewall that cannot tell it from other programs (Windows). With a DoH server given by address first, only such:
 * plain DNS is shut wholly there then. A DoH server given by name must be looked up, so that the plain ones stay open. Sorted; names and nonsense are left out.
 * @param upstreams as in FilterState: `address`, `address:port`, `[v6]:port` or `https://…`, in the order of trying
 */
export function askedAddresses(upstreams: readonly string[]): readonly string[] {
  const all = upstreams.map((upstream) => ({
    doh: upstream.startsWith('https://'),
    address: addressOf(upstream),
  }));
  const [first] = all;
  const onlyDoh = first?.doh && first.address !== null;
  const asked = all.flatMap(({ doh, address }) => (address === null || (onlyDoh && !doh) ? [] : [address]));
  return [...new Set(asked)].sort();
}

function addressOf(upstream: string): string | null {
  const bare = literalOf(upstream);
  if (bare !== null) return bare;
  const url = upstream.startsWith('https://') ? upstream : `dns://${upstream}`;
  return URL.canParse(url) ? literalOf(new URL(url).hostname) : null;
}

/** An IP address as it is written without brackets; null = it is none. */
function literalOf(text: string): string | null {
  const host = normaliseHost(text);
  return host !== null && isAddress(host) ? host.replace(/^\[|\]$/g, '') : null;
}
