import { buildCategoryIndex } from './build-index.ts';
import { hashName } from './name-hash.ts';
import { SHIPPED_CATEGORIES } from './shipped/shipped-categories.ts';
import type { ShippedNames } from './shipped-names.ts';

/** Ids of all categories, in the order of their bits in every Schoolgate index. */
export const CATEGORY_IDS: readonly string[] = SHIPPED_CATEGORIES.map(({ id }) => id);

/** All shipped names: those of the file, and those written by hand. */
export function withCatalogue(shipped: ShippedNames): ShippedNames {
  const numbers = shipped.categories.map((id) => CATEGORY_IDS.indexOf(id));
  const names = SHIPPED_CATEGORIES.map(({ domains }) => domains.trim().split(/\s+/));
  return {
    seed: shipped.seed,
    categories: CATEGORY_IDS,
    length: shipped.length + names.flat().length,
    each(take) {
      const hash = new Uint32Array(2);
      for (const [category, domains] of names.entries()) {
        const set = [category];
        for (const name of domains) {
          hashName(name, shipped.seed, hash);
          take(hash[0] as number, hash[1] as number, set);
        }
      }
      const sets = new Map<readonly number[], readonly number[]>();
      shipped.each((slotHash, fingerprint, theirs) => {
        const ours =
          sets.get(theirs) ?? theirs.map((number) => numbers[number] ?? -1).filter((number) => number >= 0);
        sets.set(theirs, ours);
        take(slotHash, fingerprint, ours);
      });
    },
  };
}

/** Builds the index of the shipped names, with which server and agent start. Both get the same bytes. */
export function buildFirstIndex(shipped: ShippedNames): Uint8Array {
  return buildCategoryIndex({
    categories: CATEGORY_IDS,
    each: () => undefined,
    shipped: withCatalogue(shipped),
  });
}
