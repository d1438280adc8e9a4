import { comparableListing, type NftEntry, parseNftListing } from './nft-listing.ts';

/** What `nft -j list table` says about our table, without what changes on each loading (libnftables-json(5)). */
export interface LockTable {
  /** The whole listing without handles and without the addresses of crisis help, for comparing with another. */
  readonly text: string;
  /** Whether the table has all parts of a lock: it is not dormant, three chains at their hooks drop packets, and it has as many rules as we load. */
  readonly whole: boolean;
  /** Whether crisis help goes through the worker. */
  readonly crisisHelp: boolean;
}

/** Rules that the plan puts into each chain; guests drop all without one. */
const RULES = { out: 14, in: 6, guests: 0 } as const;
const HOOKS = { out: 'output', in: 'input', guests: 'forward' } as const;
const CHAINS = ['out', 'in', 'guests'] as const;

/** How many rules each chain without a hook may have: none, or all of its own. */
const EXCEPTION_RULES = { through_worker: [0, 2], crisis_help: [0, 2] } as const;
const EXCEPTIONS = ['through_worker', 'crisis_help'] as const;

/** Filled while the lock holds. */
const FILLED_SETS = ['help4', 'help6'];

/** Null when it is not such a listing. */
export function parseLockTable(json: string): LockTable | null {
  const entries = parseNftListing(json);
  if (entries === null) return null;
  const whole =
    isAwake(entries) &&
    CHAINS.every((chain) => isWholeChain(entries, chain)) &&
    EXCEPTIONS.every((chain) => EXCEPTION_RULES[chain].some((count) => count === rulesOf(entries, chain)));
  return {
    text: comparableListing(entries, FILLED_SETS),
    whole,
    crisisHelp: rulesOf(entries, 'crisis_help') > 0,
  };
}

/** A table with the flag "dormant" is listed as before and does nothing. */
function isAwake(entries: readonly NftEntry[]): boolean {
  return entries.some((entry) => entry.table !== undefined && entry.table.flags === undefined);
}

function isWholeChain(entries: readonly NftEntry[], name: keyof typeof RULES): boolean {
  const chain = entries.map((entry) => entry.chain).find((candidate) => candidate?.name === name);
  return (
    chain?.hook === HOOKS[name] &&
    chain.type === 'filter' &&
    chain.policy === 'drop' &&
    rulesOf(entries, name) === RULES[name]
  );
}

function rulesOf(entries: readonly NftEntry[], chain: string): number {
  return entries.filter((entry) => entry.rule?.chain === chain).length;
}
