import {
  GUARD_SLOTS,
  HEADER_WORDS,
  INDEX_FORMAT,
  INDEX_MAGIC,
  type IndexParts,
  MAX_CATEGORIES,
  MAX_LOAD,
  MAX_RUN,
  MAX_SLOTS,
  NEW_LOAD,
  wordsFor,
  writeIds,
} from './index-format.ts';
import { hashName } from './name-hash.ts';
import { sortByHash } from './sort-by-hash.ts';

/** What an index is built from. */
export interface IndexInput {
  /** Ids, each once; their order is that of the bits in the file. */
  readonly categories: readonly string[];
  /**
   * Gives all names with the numbers of their categories (places in `categories`) to `add`: lower case, ASCII, without trailing dot. A name that comes
   * again gets the categories of both. Called again, with the same names, when a seed does not do.
   */
  readonly each: (add: (name: string, category: number) => void) => void;
  /** The index before: a new one that is like it keeps its seed, slots and classes if it can, so that the delta is small. */
  readonly like?: IndexParts | null;
}

/** At 5 million names one seed in 300 does not do. */
const MAX_SEEDS = 64;
/** An index that has shrunk below this is built anew. */
const MIN_LOAD = 0.4;
const MAX_CLASSES = 65_535;

/**
 * Builds an index file. The same names, in whatever order, with the same `like` give the same bytes. A listed name always gets exactly its categories and
 * those of its parents, but for two names with one 64-bit hash (a chance of one in a million at five million names: both get the categories of both);
 * a name that is not listed gets some by chance about once in 10^9 look-ups. Takes a second a million names.
 * @throws RangeError for more names or sets of categories than a file holds
 */
export function buildCategoryIndex(input: IndexInput): Uint8Array {
  const { categories, like = null } = input;
  if (categories.length > MAX_CATEGORIES) throw new RangeError(`more than ${MAX_CATEGORIES} categories`);
  const first = like?.seed ?? 0;
  for (let turn = 0; turn < MAX_SEEDS; turn++) {
    const seed = (first + turn) % 2 ** 32;
    const collected = collect(input, seed);
    const classes = numberClasses(collected, turn === 0 ? keptSets(like, categories) : []);
    const slots = slotsFor(collected.entries.length, turn === 0 ? like : null);
    const tables = place(collected.entries, { classes, slots });
    if (tables !== null)
      return encode(tables, { input, seed, slots, names: collected.entries.length, classes });
  }
  throw new RangeError('no seed fits: this cannot be chance');
}

/** Names as numbers, sorted by their hash. */
interface Entries {
  readonly length: number;
  readonly slotHashes: Uint32Array;
  readonly fingerprints: Uint32Array;
  /** Numbers of sets. */
  readonly sets: Uint32Array;
}

function collect(
  { each, categories }: IndexInput,
  seed: number,
): { readonly entries: Entries; readonly sets: SetTable } {
  const sets = createSetTable();
  const single = categories.map((_, category) => sets.of([category]));
  let capacity = 1_024;
  let hashes = new Uint32Array(capacity * 2);
  let owners = new Uint32Array(capacity);
  let count = 0;
  each((name, category) => {
    const set = single[category];
    if (set === undefined) throw new RangeError(`there is no category ${category}`);
    if (count === capacity) {
      capacity *= 2;
      if (count > MAX_SLOTS * 2) throw new RangeError('more names than a file may hold');
      hashes = grown(hashes, capacity * 2);
      owners = grown(owners, capacity);
    }
    hashName(name, seed, hashes, count * 2);
    owners[count++] = set;
  });
  return { entries: merged(sortByHash(hashes, owners, count), sets), sets };
}

function grown(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(numbers);
  return longer;
}

/** Makes one of equal names, in place. */
function merged(sorted: Entries, table: SetTable): Entries {
  const { slotHashes, fingerprints, sets } = sorted;
  let length = 0;
  for (let at = 0; at < sorted.length; at++) {
    const set = sets[at] as number;
    const last = length - 1;
    if (length > 0 && slotHashes[at] === slotHashes[last] && fingerprints[at] === fingerprints[last]) {
      sets[last] = table.union(sets[last] as number, set);
      continue;
    }
    slotHashes[length] = slotHashes[at] as number;
    fingerprints[length] = fingerprints[at] as number;
    sets[length++] = set;
  }
  if (length > Math.floor(MAX_SLOTS * NEW_LOAD)) throw new RangeError('more names than a file may hold');
  return { length, slotHashes, fingerprints, sets };
}

function slotsFor(names: number, like: IndexParts | null): number {
  if (like !== null && names <= like.slots * MAX_LOAD && names >= like.slots * MIN_LOAD) return like.slots;
  return Math.ceil(names / NEW_LOAD);
}

interface Tables {
  readonly fingerprints: Uint32Array;
  readonly classes: Uint8Array | Uint16Array;
}

/** Puts the names into their slots, or returns null when this seed does not do. Names come in the order of their places, so that each goes behind the last. */
function place(
  entries: Entries,
  { classes, slots }: { readonly classes: ClassTable; readonly slots: number },
): Tables | null {
  const places = slots + GUARD_SLOTS;
  const table = new Uint32Array(places);
  const owners = classes.sets.length > 256 ? new Uint16Array(places) : new Uint8Array(places);
  const scale = slots / 2 ** 32;
  let next = 0;
  let runStart = 0;
  for (let entry = 0; entry < entries.length; entry++) {
    const home = Math.floor((entries.slotHashes[entry] as number) * scale);
    const print = entries.fingerprints[entry] as number;
    if (home > next) runStart = home;
    const at = Math.max(home, next);
    // Where another name has this fingerprint on the way to this place, one of both would get the other's categories.
    for (let before = home; before < at; before++) if (table[before] === print) return null;
    if (at >= places - 1 || at - runStart >= MAX_RUN - 1) return null;
    table[at] = print;
    owners[at] = classes.of[entries.sets[entry] as number] as number;
    next = at + 1;
  }
  return { fingerprints: table, classes: owners };
}

/** Sets of categories by number, each a sorted list of category numbers. */
interface SetTable {
  readonly lists: readonly (readonly number[])[];
  of(categories: readonly number[]): number;
  union(a: number, b: number): number;
}

function createSetTable(): SetTable {
  const lists: (readonly number[])[] = [];
  const known = new Map<string, number>();
  const unions = new Map<number, number>();
  const of = (categories: readonly number[]): number => {
    const sorted = [...new Set(categories)].sort((a, b) => a - b);
    const key = sorted.join(' ');
    const number = known.get(key);
    if (number !== undefined) return number;
    known.set(key, lists.length);
    return lists.push(sorted) - 1;
  };
  return {
    lists,
    of,
    union(a, b) {
      if (a === b) return a;
      const pair = a * 2 ** 26 + b;
      const made = unions.get(pair) ?? of([...(lists[a] ?? []), ...(lists[b] ?? [])]);
      unions.set(pair, made);
      return made;
    },
  };
}

/** Classes of the file: `sets[class]` is its set, `of[set]` its number. */
interface ClassTable {
  readonly sets: readonly (readonly number[])[];
  readonly of: readonly number[];
}

/**
 * Sets that keep their class, then the others that a name has, sorted; kept ones that no name has any more stay, for a class must not change its meaning
 * in a delta. A set that a name had only until its last category came gets none: which ones there are, depends on the order.
 */
function numberClasses(
  { entries, sets: table }: { readonly entries: Entries; readonly sets: SetTable },
  kept: readonly (readonly number[])[],
): ClassTable {
  const isUsed = new Uint8Array(table.lists.length);
  for (let entry = 0; entry < entries.length; entry++) isUsed[entries.sets[entry] as number] = 1;
  const numbers = new Map<string, number>([['', 0]]);
  const sets: (readonly number[])[] = kept.length === 0 ? [[]] : [...kept];
  for (const [number, set] of kept.entries()) if (number > 0) numbers.set(set.join(' '), number);
  const added = table.lists
    .filter((set, number) => isUsed[number] === 1 && !numbers.has(set.join(' ')))
    .sort(bySet);
  for (const set of added) numbers.set(set.join(' '), sets.push(set) - 1);
  if (sets.length > MAX_CLASSES + 1)
    throw new RangeError(`more than ${MAX_CLASSES} different sets of categories`);
  return { sets, of: table.lists.map((set) => numbers.get(set.join(' ')) ?? 0) };
}

function bySet(a: readonly number[], b: readonly number[]): number {
  for (const [at, number] of a.entries()) {
    const other = b[at] ?? -1;
    if (number !== other) return number - other;
  }
  return a.length - b.length;
}

/** The classes of the index before, if they mean the same in this one. */
function keptSets(like: IndexParts | null, categories: readonly string[]): readonly (readonly number[])[] {
  if (like === null || like.categories.some((id, number) => categories[number] !== id)) return [];
  const { sets, setWords } = like;
  return Array.from({ length: sets.length / setWords }, (_, set) =>
    like.categories.flatMap((_id, bit) =>
      (((sets[set * setWords + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 1 ? [bit] : [],
    ),
  );
}

function encode(
  tables: Tables,
  {
    input,
    seed,
    slots,
    names,
    classes,
  }: {
    readonly input: IndexInput;
    readonly seed: number;
    readonly slots: number;
    readonly names: number;
    readonly classes: ClassTable;
  },
): Uint8Array {
  const setWords = wordsFor(input.categories.length);
  const ids = writeIds(input.categories);
  const sets = new Uint32Array(classes.sets.length * setWords);
  for (const [number, set] of classes.sets.entries())
    for (const bit of set) {
      const word = number * setWords + (bit >>> 5);
      sets[word] = ((sets[word] ?? 0) | (1 << (bit & 31))) >>> 0;
    }
  const header = new Uint32Array(HEADER_WORDS);
  header.set([
    INDEX_MAGIC,
    INDEX_FORMAT,
    slots,
    names,
    classes.sets.length,
    tables.classes.BYTES_PER_ELEMENT,
    seed,
  ]);
  header.set([setWords, input.categories.length, ids.byteLength], 7);
  return joined([header, ids, sets, tables.fingerprints, tables.classes]);
}

function joined(parts: readonly (Uint8Array | Uint16Array | Uint32Array)[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return whole;
}
