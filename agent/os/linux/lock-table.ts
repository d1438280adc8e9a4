/** What `nft -j list table` says about our table, without what changes on each loading (libnftables-json(5)). */
export interface LockTable {
  /** The whole listing without handles, for comparing with another. */
  readonly text: string;
  /** Whether it has the parts that make it a lock: awake, three chains at their hooks that drop, and as many rules as we load. */
  readonly whole: boolean;
}

/** Rules that the plan puts into each chain; guests drop all without one. */
const RULES = { out: 10, in: 6, guests: 0 } as const;
const HOOKS = { out: 'output', in: 'input', guests: 'forward' } as const;
const CHAINS = ['out', 'in', 'guests'] as const;

/** Null when it is not such a listing. */
export function parseLockTable(json: string): LockTable | null {
  const entries = entriesOf(json);
  if (entries === null) return null;
  const whole = isAwake(entries) && CHAINS.every((chain) => isWholeChain(entries, chain));
  return { text: JSON.stringify(entries.map(withoutHandle)), whole };
}

type Entry = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function entriesOf(json: string): readonly Entry[] | null {
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

function isEntry(value: unknown): value is Entry {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((inner) => typeof inner === 'object' && inner !== null)
  );
}

/** A table with the flag "dormant" is listed as before and does nothing. */
function isAwake(entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.table !== undefined && entry.table.flags === undefined);
}

function isWholeChain(entries: readonly Entry[], name: keyof typeof RULES): boolean {
  const chain = entries.map((entry) => entry.chain).find((candidate) => candidate?.name === name);
  const rules = entries.filter((entry) => entry.rule?.chain === name);
  return (
    chain?.hook === HOOKS[name] &&
    chain.type === 'filter' &&
    chain.policy === 'drop' &&
    rules.length === RULES[name]
  );
}

function withoutHandle(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).map(([kind, { handle: _, ...rest }]) => [kind, rest]));
}
