import { SHIPPED_CATEGORIES } from '../../contracts/categories/shipped/shipped-categories.ts';
import type { ShippedCategory } from '../../contracts/categories/shipped/shipped-category.ts';
import { withParents } from '../../contracts/policy/host.ts';

export interface CategoryInfo {
  readonly id: string;
  readonly name: string;
  /** How many names the category holds now. */
  readonly domainCount: number;
}

/** What kinds of site there are, and of which kinds a host is. */
export interface CategoryLookup {
  /** All categories, by id. */
  categories(): readonly CategoryInfo[];
  /** Whether a policy may name it. */
  has(id: string): boolean;
  /** What belongs to it, in a sentence; null when there is no such category. */
  descriptionOf(id: string): string | null;
  /** Ids of the categories of a host and of every name above it, sorted; empty when it is unknown. @param host normalised: lower case, no trailing dot */
  categoriesOf(host: string): readonly string[];
}

/** A lookup over lists that are held in memory: the shipped ones, some hundreds of names. */
export function createCategoryLookup(
  shipped: readonly ShippedCategory[] = SHIPPED_CATEGORIES,
): CategoryLookup {
  const byName = new Map<string, Set<string>>();
  const categories = shipped.map(({ id, name, domains }): CategoryInfo => {
    const names = new Set(domains.split(/\s+/).filter((domain) => domain !== ''));
    for (const domain of names) byName.set(domain, (byName.get(domain) ?? new Set<string>()).add(id));
    return { id, name, domainCount: names.size };
  });
  const descriptions = new Map(shipped.map(({ id, description }) => [id, description]));
  return {
    categories: () => categories,
    has: (id) => descriptions.has(id),
    descriptionOf: (id) => descriptions.get(id) ?? null,
    categoriesOf(host) {
      const found = new Set(withParents(host).flatMap((name) => [...(byName.get(name) ?? [])]));
      return [...found].sort();
    },
  };
}
