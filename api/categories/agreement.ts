import type { ShippedCategory } from '../../contracts/categories/shipped/shipped-category.ts';
import type { ListFacts } from './list-file.ts';

/** What one source says of protected names. */
export interface Claimant {
  readonly id: string;
  readonly claims: ListFacts['claims'];
  /** Names for which a person has vouched when releasing the source. */
  readonly vouched: readonly string[];
}

/** Answers whether a protected name may be put into a category, as `source` wants it. */
export type Agreement = (source: string, name: string, category: string) => boolean;

/** A protected name goes into a category that two sources give it, or one that a person has vouched for; what ships is a source too. */
export function createAgreement(
  claimants: readonly Claimant[],
  shipped: readonly ShippedCategory[],
): Agreement {
  const sources = new Map<string, Set<string>>();
  const vouched = new Set<string>();
  const note = (source: string, name: string, category: string): void => {
    const key = `${category} ${name}`;
    sources.set(key, (sources.get(key) ?? new Set<string>()).add(source));
  };
  for (const { id, domains } of shipped) for (const name of domains.trim().split(/\s+/)) note('', name, id);
  for (const { id, claims, vouched: names } of claimants) {
    for (const [name, category] of claims) note(id, name, category);
    for (const name of names) vouched.add(`${id} ${name}`);
  }
  return (source, name, category) => {
    if (vouched.has(`${source} ${name}`)) return true;
    const others = sources.get(`${category} ${name}`);
    return others !== undefined && (others.size > 1 || !others.has(source));
  };
}
