import { addressesByFamily } from '../../ip-addresses.ts';
import { type NftEntry, parseNftListing } from '../nft-listing.ts';

/** How long addresses stay open after their TTL, because programs keep using them (seconds). */
const GRACE_SECONDS = 3_600;
/** RFC 8767 section 4: a longer TTL is a mistake or an attack. */
const MAX_TTL_SECONDS = 86_400;
/** More than a laptop meets in a day. A full set opens nothing more. */
const ADDRESSES_KEPT = 65_536;

/** The resolver's answers fill them. */
export const GIVEN_SETS = ['given4', 'given6'] as const;
type GivenSet = (typeof GIVEN_SETS)[number];

/**
 * Sets and chain of `pinnedEgress`. An open connection goes on when its address expires. A redirected packet already has the address of this computer
 * here. ICMP goes to addresses that were given out, for it can carry anything; neighbour discovery stays among link-local and multicast addresses.
 * @param filled the options of a set that packets fill @param locals networks that this computer is on, by family: printers, the gateway
 */
export function pinnedEgress(
  filled: string,
  locals: { readonly v4: readonly string[]; readonly v6: readonly string[] },
  refuse: string,
): { readonly sets: readonly string[]; readonly chains: string } {
  const near4 = ['127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '255.255.255.255', ...locals.v4];
  const near6 = ['::1', 'fe80::/10', 'ff00::/8', ...locals.v6];
  const given = `size ${ADDRESSES_KEPT}; flags timeout; `;
  return {
    sets: [
      '# Addresses that our resolver gave out; all else is shut.',
      `set given4 { type ipv4_addr; ${given}}`,
      `set given6 { type ipv6_addr; ${given}}`,
      `set near4 { type ipv4_addr; flags interval; auto-merge; elements = { ${near4.join(', ')} }; }`,
      `set near6 { type ipv6_addr; flags interval; auto-merge; elements = { ${near6.join(', ')} }; }`,
      `set unnamed4 { type uid . ipv4_addr . inet_proto . inet_service; ${filled}counter; }`,
      `set unnamed6 { type uid . ipv6_addr . inet_proto . inet_service; ${filled}counter; }`,
    ],
    chains: `
  chain pinned {
    ct state established,related accept
    ip daddr @given4 accept
    ip6 daddr @given6 accept
    ip daddr @near4 accept
    ip6 daddr @near6 accept
    ip daddr @portal4 accept
    ip6 daddr @portal6 accept
    udp sport 68 udp dport 67 accept
    udp sport 546 udp dport 547 accept
    meta skuid != 0 meta nfproto ipv4 update @unnamed4 { meta skuid . ip daddr . meta l4proto . th dport }
    meta skuid != 0 meta nfproto ipv6 update @unnamed6 { meta skuid . ip6 daddr . meta l4proto . th dport }
    ${refuse}
  }

  chain guests_pinned {
    ct state established,related accept
    ip daddr @given4 accept
    ip6 daddr @given6 accept
    ip daddr @near4 accept
    ip6 daddr @near6 accept
    goto refuse_guest
  }
`,
  };
}

/** Opens addresses until their TTL and the grace are over, in one transaction of `nft -f -`; null = there is no address. */
export function renderGiven(ttlByAddress: ReadonlyMap<string, number>, table: string): string | null {
  const { v4, v6 } = addressesByFamily([...ttlByAddress.keys()]);
  const lines = [
    ...v4.map((address) => ['given4', address] as const),
    ...v6.map((address) => ['given6', address] as const),
  ].flatMap(([set, address]) => {
    const ttl = Math.min(Math.max(Math.ceil(ttlByAddress.get(address) ?? 0), 0), MAX_TTL_SECONDS);
    // A second `add` does not start an element's time anew.
    return [
      `add element inet ${table} ${set} { ${address} }`,
      `delete element inet ${table} ${set} { ${address} }`,
      elementLine(table, set, address, ttl + GRACE_SECONDS),
    ];
  });
  return lines.length === 0 ? null : `${lines.join('\n')}\n`;
}

/** Puts what a listing holds as given out into a table that is loaded anew; empty = nothing, or the new one has no such sets. */
export function renderKept(listing: string, newTable: string, table: string): string {
  if (!newTable.includes('set given4')) return '';
  const lines = (parseNftListing(listing) ?? []).flatMap((entry) => keptOf(entry, table));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** `{"elem": {"val": "192.0.2.1", "timeout": 3660, "expires": 3600}}` */
function keptOf({ set }: NftEntry, table: string): readonly string[] {
  const name = GIVEN_SETS.find((known) => known === set?.name);
  if (name === undefined || set?.table !== table || !Array.isArray(set.elem)) return [];
  return set.elem.flatMap((element: unknown) => {
    if (typeof element !== 'object' || element === null || !('elem' in element)) return [];
    const { val, expires } = element.elem as { readonly val?: unknown; readonly expires?: unknown };
    if (typeof val !== 'string' || typeof expires !== 'number' || !(expires > 0)) return [];
    const { v4, v6 } = addressesByFamily([val]);
    return [...v4, ...v6].map((address) => elementLine(table, name, address, Math.ceil(expires)));
  });
}

function elementLine(table: string, set: GivenSet, address: string, seconds: number): string {
  return `add element inet ${table} ${set} { ${address} timeout ${seconds}s }`;
}
