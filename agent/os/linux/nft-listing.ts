/** One object of a listing by its kind: `{"rule": {…}}` (libnftables-json(5)). */
export type NftEntry = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The objects of `nft -j list …` without its own version; null when it is no such listing. */
export function parseNftListing(json: string): readonly NftEntry[] | null {
  try {
    const listing: unknown = JSON.parse(json);
    if (
      typeof listing !== 'object' ||
      listing === null ||
      !('nftables' in listing) ||
      !Array.isArray(listing.nftables)
    )
      return null;
    return listing.nftables.filter(isEntry).filter((entry) => entry.metainfo === undefined);
  } catch {
    // Cut off, or no nftables with JSON: the caller treats it as damaged.
    return null;
  }
}

function isEntry(value: unknown): value is NftEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((inner) => typeof inner === 'object' && inner !== null)
  );
}

/**
 * The listing as text for comparing with another: without handles, which change on each loading, and without the elements of the sets that packets and resolvers
 * fill; elements in one order.
 */
export function comparableListing(entries: readonly NftEntry[], filledSets: readonly string[] = []): string {
  return JSON.stringify(entries.map((entry) => comparable(entry, filledSets)));
}

function comparable(entry: NftEntry, filledSets: readonly string[]): NftEntry {
  return Object.fromEntries(
    Object.entries(entry).map(([kind, { handle: _, elem, ...rest }]) => {
      if (!Array.isArray(elem) || (kind === 'set' && filledSets.includes(String(rest.name))))
        return [kind, rest];
      return [kind, { ...rest, elem: elem.map((one) => JSON.stringify(one)).sort() }];
    }),
  );
}
