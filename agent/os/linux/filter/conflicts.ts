import { type NftEntry, parseNftListing } from '../nft-listing.ts';
import { FILTER_TABLE } from './filter-table.ts';

/** The priority of our redirects of packets that leave the computer. */
const OUR_PRIORITY = -100;

/**
 * Finds tables of other programs whose redirects of port 53 come before ours, and describes them in words. Reads `nft -j -t list ruleset`. Pure; it
 * looks into chains at the hook, not into those that they jump to.
 */
export function findConflicts(json: string): readonly string[] {
  const entries = parseNftListing(json) ?? [];
  const found = new Set<string>();
  for (const { chain } of entries) {
    if (chain === undefined || chain.hook !== 'output' || chain.type !== 'nat') continue;
    if (chain.table === FILTER_TABLE && chain.family === 'inet') continue;
    if (typeof chain.prio === 'number' && chain.prio > OUR_PRIORITY) continue;
    if (entries.some(({ rule }) => rule !== undefined && turnsLookUps(rule, chain)))
      found.add(`the firewall table "${chain.family} ${chain.table}" turns look-ups elsewhere`);
  }
  return [...found];
}

type Inner = NftEntry[string];

function turnsLookUps(rule: Inner, chain: Inner): boolean {
  if (rule.family !== chain.family || rule.table !== chain.table || rule.chain !== chain.name) return false;
  const expression = JSON.stringify(rule.expr ?? []);
  return (
    /"(?:dnat|redirect)"/.test(expression) &&
    /"dport"\}\}, ?"right": ?(?:53\b|\{"set": ?\[[^\]]*\b53\b)/.test(expression)
  );
}
