import type { ShippedCategory } from '../../contracts/categories/shipped/shipped-category.ts';
import type { ListFacts } from './list-file.ts';

/** What one source says about protected names. */
export interface Claimant {
  readonly id: string;
  readonly claims: ListFacts['claims'];
  /** Names that a person confirmed when releasing the source. */
  readonly vouched: readonly string[];
}

/** Whether the protected `name` may be put into `category`, as `source` wants it. */
export type Agreement = (source: string, name: string, category: string) => boolean;

/** Lets a protected name into a category that two sources give it, or that a person has confirmed. The shipped names count as a source. */
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
