import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildCategoryIndex } from '../../contracts/categories/build-index.ts';
import { type CategoryIndex, openCategoryIndex } from '../../contracts/categories/category-index.ts';
import { buildFirstIndex, CATEGORY_IDS, withCatalogue } from '../../contracts/categories/first-index.ts';
import { makeIndexDelta } from '../../contracts/categories/index-delta.ts';
import { type IndexParts, readIndexParts } from '../../contracts/categories/index-format.ts';
import { SHIPPED_CATEGORIES } from '../../contracts/categories/shipped/shipped-categories.ts';
import { readShippedNames, type ShippedNames } from '../../contracts/categories/shipped-names.ts';
import { parentOf } from '../../contracts/policy/host.ts';
import { createAgreement } from './agreement.ts';
import { isWithinAny } from './clean-name.ts';
import { type Correction, corrected } from './corrections.ts';
import { eachName, readListFacts } from './list-file.ts';
import { POPULAR_NAMES } from './popular-names.ts';

/** The input of an index. */
export interface CompileOrder {
  /** The file of the names that ship. */
  readonly shippedFile: string;
  /** The folder of the cleaned lists. */
  readonly folder: string;
  readonly lists: readonly {
    readonly id: string;
    readonly hash: string;
    readonly vouched: readonly string[];
  }[];
  /** Corrections by people of this school; each name and category occurs once. */
  readonly corrections: readonly Correction[];
  /** The last indexes, newest first. The new index keeps the layout of the first of them where it can. Deltas are made from all of them. */
  readonly before: readonly { readonly hash: string; readonly file: string }[];
}

/** The packed difference to an older index (gzip). */
export interface PackedDelta {
  readonly from: string;
  readonly packed: Uint8Array;
}

export interface CompiledIndex {
  readonly bytes: Uint8Array;
  /** The index file as gzip. */
  readonly packed: Uint8Array;
  readonly deltas: readonly PackedDelta[];
  /** SHA-256, base64url. */
  readonly hash: string;
  readonly names: number;
  /** Names by category. */
  readonly counts: Readonly<Record<string, number>>;
  /** Well-known names that this index adds to a category or takes out of one; empty when there was no index before. */
  readonly changedPopular: readonly string[];
}

/** A higher level takes four times as long and saves a hundredth: fingerprints do not compress. */
const LEVEL = 1;

type Take = (name: string, category: number) => void;

/**
 * Makes the index of the shipped names, cleaned lists and corrections. Without lists and corrections the result is the first index, which
 * agents already have. A listed name is left out when a name above it covers it. The same lists after the same index give the same bytes.
 * @throws RangeError for more names than a file holds; the system's error when a list is missing; CategoryIndexError when the shipped names are damaged
 */
export function compileIndex(order: CompileOrder): CompiledIndex {
  const shipped = openShippedNames(order.shippedFile);
  const first = buildFirstIndex(shipped);
  const before = openBefore(order.before[0]?.file ?? null);
  const isFirst = order.lists.length === 0 && order.corrections.length === 0;
  const bytes = isFirst ? first : withLists(order, { shipped, first, before });
  const index = openCategoryIndex(bytes);
  const hash = hashOf(bytes);
  const deltas = order.before.flatMap(({ hash: from, file }) =>
    from === hash ? [] : deltaFrom(from, () => readFileSync(file), bytes),
  );
  const firstHash = hashOf(first);
  const isKnown = [hash, ...deltas.map(({ from }) => from)].includes(firstHash);
  return {
    bytes,
    packed: gzipSync(bytes, { level: LEVEL }),
    // A delta from the first index too: a laptop that has not been here yet has the first index.
    deltas: isKnown ? deltas : [...deltas, ...deltaFrom(firstHash, () => first, bytes)],
    hash,
    names: index.names,
    counts: countsOf(readIndexParts(bytes)),
    changedPopular: before === null ? [] : changedPopular(before.index, index),
  };
}

/** The file of the names that ship. @throws the system's error when it is missing; CategoryIndexError when it is damaged */
export function openShippedNames(file: string): ShippedNames {
  return readShippedNames(readFileSync(file));
}

function withLists(
  order: CompileOrder,
  {
    shipped,
    first,
    before,
  }: {
    readonly shipped: ShippedNames;
    readonly first: Uint8Array;
    readonly before: ReturnType<typeof openBefore>;
  },
): Uint8Array {
  const { isWrong, missing, without } = corrected(order.corrections);
  const input = { categories: CATEGORY_IDS, shipped: without(withCatalogue(shipped)) };
  const sources = order.lists.map((list) => ({ ...list, facts: readListFacts(order.folder, list.hash) }));
  const agrees = createAgreement(
    sources.map(({ id, facts, vouched }) => ({ id, claims: facts.claims, vouched })),
    SHIPPED_CATEGORIES,
  );
  const numbers = new Map(CATEGORY_IDS.map((id, number) => [id, number]));
  const all = (take: Take): void => {
    for (const { id, hash, facts } of sources) {
      const exceptions = new Set(facts.exceptions);
      const add = (name: string, category: string): void => {
        const number = numbers.get(category);
        if (number === undefined || isWrong(name, category)) return;
        if (exceptions.size === 0 || !isWithinAny(name, exceptions)) take(name, number);
      };
      eachName(order.folder, hash, add);
      for (const [name, category] of facts.claims) if (agrees(id, name, category)) add(name, category);
    }
    for (const { name, category } of missing) {
      const number = numbers.get(category);
      if (number !== undefined) take(name, number);
    }
  };
  const firstParts = readIndexParts(first);
  const whole = openCategoryIndex(buildCategoryIndex({ ...input, each: all }));
  return buildCategoryIndex({
    ...input,
    each: (take) => all(uncovered(whole, take)),
    // A previous index with fewer slots was made with older shipped names. In that case laptops get a delta from the first index.
    like: before !== null && before.parts.slots >= firstParts.slots ? before.parts : firstParts,
  });
}

/** Passes a name on unless a name above it is already in the category. */
function uncovered(whole: CategoryIndex, take: Take): Take {
  return (name, category) => {
    const parent = parentOf(name);
    const covering = parent === null ? 0 : whole.lookup(parent);
    if (covering === 0 || !whole.setOf(covering).includes(CATEGORY_IDS[category] ?? '')) take(name, category);
  };
}

/** Null for a previous index that is missing or damaged. The new index is then made from nothing, and devices fetch it whole. */
function openBefore(
  file: string | null,
): { readonly parts: IndexParts; readonly index: CategoryIndex } | null {
  if (file === null) return null;
  try {
    const bytes = readFileSync(file);
    return { parts: readIndexParts(bytes), index: openCategoryIndex(bytes) };
  } catch {
    return null; // the comment above says why
  }
}

/** No delta when the old file is missing, damaged or too different. Devices then fetch the whole file. */
function deltaFrom(from: string, read: () => Uint8Array, to: Uint8Array): readonly PackedDelta[] {
  try {
    const delta = makeIndexDelta(read(), to);
    return delta === null ? [] : [{ from, packed: gzipSync(delta) }];
  } catch {
    return []; // the comment above says why
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** The number of names of each category. */
export function countsOf({
  classes,
  fingerprints,
  sets,
  setWords,
  categories,
}: IndexParts): Record<string, number> {
  const byClass = new Float64Array(sets.length / setWords);
  for (let slot = 0; slot < classes.length; slot++)
    if (fingerprints[slot] !== 0) {
      const owner = classes[slot] ?? 0;
      byClass[owner] = (byClass[owner] ?? 0) + 1;
    }
  const counts = categories.map((id, bit): [string, number] => {
    let count = 0;
    for (const [owner, names] of byClass.entries())
      if ((((sets[owner * setWords + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 1) count += names;
    return [id, count];
  });
  return Object.fromEntries(counts);
}

function changedPopular(before: CategoryIndex, after: CategoryIndex): readonly string[] {
  return POPULAR_NAMES.filter((name) => before.categoriesOf(name).join() !== after.categoriesOf(name).join());
}
