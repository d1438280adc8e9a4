import { buildCategoryIndex } from '../../../../contracts/categories/build-index.ts';
import type { IndexParts } from '../../../../contracts/categories/index-format.ts';
import { fc } from '../../../support/property.ts';

/** So many that a set takes two words. */
export const CATEGORIES: readonly string[] = Array.from({ length: 40 }, (_, number) => `category_${number}`);

/** Names and the numbers of their categories. */
export type Listed = readonly (readonly [name: string, category: number])[];

const LABEL = fc.stringMatching(/^[a-z0-9_-]{1,6}$/);
/** Few labels, so that names lie below one another. */
export const NAME = fc
  .array(fc.oneof(fc.constantFrom('a', 'b', 'com', 'example'), LABEL), { minLength: 1, maxLength: 5 })
  .map((labels) => labels.join('.'));
export const LISTED: fc.Arbitrary<Listed> = fc.array(fc.tuple(NAME, fc.nat({ max: CATEGORIES.length - 1 })), {
  maxLength: 60,
});

export function built(listed: Listed, like: IndexParts | null = null): Uint8Array {
  return buildCategoryIndex({
    categories: CATEGORIES,
    like,
    each(add) {
      for (const [name, category] of listed) add(name, category);
    },
  });
}

/** The answer by a `Map`. */
export function expectedOf(listed: Listed, name: string): readonly string[] {
  const own = new Map<string, Set<number>>();
  for (const [listedName, category] of listed)
    own.set(listedName, (own.get(listedName) ?? new Set()).add(category));
  const found = new Set<number>();
  for (let at = 0; at >= 0; at = name.indexOf('.', at) + 1 || -1)
    for (const category of own.get(name.slice(at)) ?? []) found.add(category);
  return [...found].map((number) => CATEGORIES[number] ?? '').sort();
}

/** A name as a DNS packet has it, behind twelve bytes of header (RFC 1035 section 3.1). */
export function wireOf(name: string): Uint8Array {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  return Uint8Array.from([...Array(12).fill(0xc0), ...labels, 0, 0, 1, 0, 1]);
}
