import { CATEGORY_IDS } from '../../contracts/categories/first-index.ts';
import { hashName } from '../../contracts/categories/name-hash.ts';
import type { ShippedNames } from '../../contracts/categories/shipped-names.ts';
import type { CategorySuggestionRecord } from '../../store/ports/category-suggestions.ts';

/** A correction by the school: a name is in a category, or is not. */
export interface Correction {
  readonly name: string;
  readonly category: string;
  readonly kind: 'missing' | 'wrong';
}

/** The corrections from accepted suggestions. For one name and category the later suggestion counts. @param accepted in the order in which they were decided */
export function correctionsOf(accepted: readonly CategorySuggestionRecord[]): readonly Correction[] {
  const byPlace = new Map(
    accepted.map(({ domain: name, category, kind }) => [placeOf(name, category), { name, category, kind }]),
  );
  return [...byPlace.values()];
}

/** Applies corrections to the names of an index. */
interface Corrected {
  /** Whether exactly this name must not be in a category, whatever the lists say. */
  isWrong(name: string, category: string): boolean;
  readonly missing: readonly Correction[];
  /**
   * The same shipped names without the wrong ones, which are found by their hash. A name with several categories keeps the others.
   * @param shipped its categories have our ids
   */
  without(shipped: ShippedNames): ShippedNames;
}

export function corrected(corrections: readonly Correction[]): Corrected {
  const wrong = corrections.filter(({ kind }) => kind === 'wrong');
  const places = new Set(wrong.map(({ name, category }) => placeOf(name, category)));
  return {
    isWrong: (name, category) => places.size > 0 && places.has(placeOf(name, category)),
    missing: corrections.filter(({ kind }) => kind === 'missing'),
    without(shipped) {
      if (wrong.length === 0) return shipped;
      const left = leftByHash(wrong, shipped.seed);
      return {
        ...shipped,
        each: (take) =>
          shipped.each((slotHash, fingerprint, categories) => {
            const out = left.get(slotHash)?.get(fingerprint);
            const kept = out === undefined ? categories : categories.filter((number) => !out.has(number));
            if (kept.length > 0) take(slotHash, fingerprint, kept);
          }),
      };
    },
  };
}

/** The categories that a name leaves, by its slot hash, then by its fingerprint. */
function leftByHash(
  wrong: readonly Correction[],
  seed: number,
): ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<number>>> {
  const left = new Map<number, Map<number, Set<number>>>();
  const hash = new Uint32Array(2);
  for (const { name, category } of wrong) {
    hashName(name, seed, hash);
    const [slotHash = 0, fingerprint = 0] = hash;
    const there = left.get(slotHash) ?? new Map<number, Set<number>>();
    left.set(
      slotHash,
      there.set(fingerprint, (there.get(fingerprint) ?? new Set()).add(CATEGORY_IDS.indexOf(category))),
    );
  }
  return left;
}

function placeOf(name: string, category: string): string {
  return `${category} ${name}`;
}
