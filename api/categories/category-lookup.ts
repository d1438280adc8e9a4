import { SHIPPED_CATEGORIES } from '../../contracts/categories/shipped/shipped-categories.ts';
import type { ShippedCategory } from '../../contracts/categories/shipped/shipped-category.ts';
import { withParents } from '../../contracts/policy/host.ts';

export interface CategoryInfo {
  readonly id: string;
  readonly name: string;
  /** How many names the category has now. */
  readonly domainCount: number;
}

/** The categories, and the categories of a host. */
export interface CategoryLookup {
  /** All categories, by id. */
  categories(): readonly CategoryInfo[];
  /** Whether a category has this id, so that a policy may name it. */
  has(id: string): boolean;
  /** The description of a category in one sentence; null = there is no such category. */
  descriptionOf(id: string): string | null;
  /** The ids of the categories of a host and of every name above it, sorted; empty for an unknown host. @param host normalised: lower case, no trailing dot */
  categoriesOf(host: string): readonly string[];
}

/** A lookup over the shipped lists, some hundreds of names in memory. */
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
