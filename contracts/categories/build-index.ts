import { createNameCollector, type Entries, joinedTo } from './collect-names.ts';
import {
  GUARD_SLOTS,
  HEADER_WORDS,
  INDEX_FORMAT,
  INDEX_MAGIC,
  type IndexParts,
  MAX_CATEGORIES,
  MAX_LOAD,
  MAX_RUN,
  NEW_LOAD,
  wordsFor,
  writeIds,
} from './index-format.ts';
import { bySet, readSet, type SetTable, writeSets } from './set-table.ts';
import type { ShippedNames } from './shipped-names.ts';

/** The input of an index. */
export interface IndexInput {
  /** Category ids, each once, in the order of their bits in the file. */
  readonly categories: readonly string[];
  /**
   * Calls `add` for each name and the number of its category (its place in `categories`). Names are lower case, ASCII, without trailing
   * dot. A repeated name gets the categories of both calls. It is called again, with the same names, when a seed does not fit.
   */
  readonly each: (add: (name: string, category: number) => void) => void;
  /**
   * Names of which only the hashes are known. The index uses their seed. So a listed name that somebody made up against this seed may be
   * left out, or share categories with another such name (see `buildWithSeed`); a shipped name never is. Categories that `categories` lacks
   * are left out.
   */
  readonly shipped?: ShippedNames | null;
  /** The previous index. A similar new index keeps its seed, slots and classes where possible, so that the delta is small. */
  readonly like?: IndexParts | null;
}

/** Seeds that are tried. At 5 million names one seed in 300 does not fit. */
const MAX_SEEDS = 64;
/** Numbers of slots that are tried when the seed is given. */
const MAX_SIZES = 8;
/** An index whose load falls below this is built anew. */
const MIN_LOAD = 0.4;
const MAX_CLASSES = 65_535;
/**
 * Length of a run beyond which listed names are left out, as the last resort, so that shipped names still find room within MAX_RUN. A run
 * of this length does not occur by chance.
 */
const CROWD = MAX_RUN / 4;

/**
 * Builds an index file. The same names in any order, with the same `like`, give the same bytes. A listed name always gets exactly its
 * categories and those of its parents. The exception is two names with the same 64-bit hash, which both get the categories of both; at five
 * million names the chance is one in a million. A name that is not listed gets a category by chance about once in 10^9 look-ups. Building
 * takes a second for a million names.
 * @throws RangeError for more names or sets of categories than a file holds
 */
export function buildCategoryIndex(input: IndexInput): Uint8Array {
  if (input.categories.length > MAX_CATEGORIES)
    throw new RangeError(`more than ${MAX_CATEGORIES} categories`);
  return input.shipped == null ? buildWithAnySeed(input) : buildWithSeed(input, input.shipped.seed);
}

function buildWithAnySeed(input: IndexInput): Uint8Array {
  const { like = null } = input;
  const first = like?.seed ?? 0;
  for (let turn = 0; turn < MAX_SEEDS; turn++) {
    const seed = (first + turn) % 2 ** 32;
    const collected = collect(input, seed);
    const kept = turn === 0 ? like : null;
    const slots = slotsFor(collected.entries.length, kept);
    const file = tryToBuild(input, collected, { seed, slots, kept });
    if (file !== null) return file;
  }
  throw new RangeError('no seed fits: this cannot be chance');
}

/**
 * Tries other numbers of slots instead of other seeds. If none fits, somebody has made names up, because another seed cannot scatter them.
 * The index is then built all the same: two names that would be mistaken for one another both get the categories of both, and listed names
 * are left out where many names crowd one place.
 */
function buildWithSeed(input: IndexInput, seed: number): Uint8Array {
  const like = input.like?.seed === seed ? input.like : null;
  const collected = collect(input, seed);
  const { length } = collected.entries;
  const first = { seed, slots: slotsFor(length, like), kept: like };
  for (let turn = 0; turn < MAX_SIZES; turn++) {
    const more = { seed, slots: slotsFor(length, null) + turn * Math.ceil(length / 100), kept: null };
    const file = tryToBuild(input, collected, turn === 0 ? first : more);
    if (file !== null) return file;
  }
  for (let entries = collected.entries; ; ) {
    const mistaken: number[] = [];
    const file = tryToBuild(
      input,
      { ...collected, entries },
      { ...first, join: (entry) => mistaken.push(entry) },
    );
    if (file === null) throw new RangeError('the shipped names do not fit');
    if (mistaken.length === 0) return file;
    entries = joinedTo(entries, mistaken, collected.sets);
  }
}

interface Attempt {
  readonly seed: number;
  readonly slots: number;
  /** The previous index, if its classes are to be kept. */
  readonly kept: IndexParts | null;
  /** The last resort. It receives an entry that would be mistaken for an earlier one; the attempt leaves the entry out. */
  readonly join?: (entry: number) => void;
}

function tryToBuild(input: IndexInput, collected: Collected, attempt: Attempt): Uint8Array | null {
  const classes = numberClasses(collected, keptSets(attempt.kept, input.categories));
  const tables = place(collected.entries, classes, attempt);
  return tables === null ? null : encode(tables, { input, classes, ...attempt });
}

/** All names as hashes, and the sets that their numbers stand for. */
interface Collected {
  readonly entries: Entries;
  readonly sets: SetTable;
}

function collect({ each, categories, shipped }: IndexInput, seed: number): Collected {
  const { sets, addName, addHash, finish } = createNameCollector(seed);
  const single = categories.map((_, category) => sets.of([category]));
  each((name, category) => {
    const set = single[category];
    if (set === undefined) throw new RangeError(`there is no category ${category}`);
    addName(name, set);
  });
  // The shipped categories may be in another order, or unknown here.
  const ours = (shipped?.categories ?? []).map((id) => categories.indexOf(id));
  const known = new Map<readonly number[], number>();
  shipped?.each((slotHash, fingerprint, theirs) => {
    const set =
      known.get(theirs) ?? sets.of(theirs.map((number) => ours[number] ?? -1).filter((own) => own >= 0));
    known.set(theirs, set);
    if ((sets.lists[set] ?? []).length > 0) addHash(slotHash, fingerprint, set);
  });
  return { entries: finish(), sets };
}

function slotsFor(names: number, like: IndexParts | null): number {
  if (like !== null && names <= like.slots * MAX_LOAD && names >= like.slots * MIN_LOAD) return like.slots;
  return Math.ceil(names / NEW_LOAD);
}

interface Tables {
  readonly names: number;
  readonly fingerprints: Uint32Array;
  readonly classes: Uint8Array | Uint16Array;
}

/** Puts the names into their slots; null = this attempt does not fit. Names come in the order of their places, so each goes behind the last. */
function place(entries: Entries, classes: ClassTable, { slots, join }: Attempt): Tables | null {
  const places = slots + GUARD_SLOTS;
  const table = new Uint32Array(places);
  const owners = classes.sets.length > 256 ? new Uint16Array(places) : new Uint8Array(places);
  const scale = slots / 2 ** 32;
  let next = 0;
  let runStart = 0;
  let names = 0;
  for (let entry = 0; entry < entries.length; entry++) {
    const home = Math.floor((entries.slotHashes[entry] as number) * scale);
    if (home > next) runStart = home;
    const at = Math.max(home, next);
    // The end of the table is for shipped names alone, because only a few places lie behind it.
    const isCrowd = at - runStart >= CROWD || home >= slots - MAX_RUN;
    if (join !== undefined && isCrowd && entries.isShipped[entry] === 0) continue;
    const print = entries.fingerprints[entry] as number;
    // Each of the two would get the other's categories.
    const isMistaken = isBetween(table, print, home, at);
    if (isMistaken && join !== undefined) {
      join(entry);
      continue;
    }
    if (isMistaken || at >= Math.min(places, runStart + MAX_RUN) - 1) return null;
    table[at] = print;
    owners[at] = classes.of[entries.sets[entry] as number] as number;
    next = at + 1;
    names += 1;
  }
  return { names, fingerprints: table, classes: owners };
}

function isBetween(table: Uint32Array, print: number, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (table[at] === print) return true;
  return false;
}

/** Classes of the file: `sets[class]` is the set of a class, `of[set]` the class of a set number. */
interface ClassTable {
  readonly sets: readonly (readonly number[])[];
  readonly of: readonly number[];
}

/**
 * The kept classes first, then the other sets that names have, sorted. A kept class stays even if no name has it, because a class must not
 * change its meaning in a delta. An intermediate set, which a name had only until its last category was added, gets no class: which ones
 * exist depends on the order of the input.
 */
function numberClasses(
  { entries, sets: table }: Collected,
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

/** The classes of the previous index, if they mean the same in the new one. */
function keptSets(like: IndexParts | null, categories: readonly string[]): readonly (readonly number[])[] {
  if (like === null || like.categories.some((id, number) => categories[number] !== id)) return [];
  const { sets, setWords } = like;
  return Array.from({ length: sets.length / setWords }, (_, number) =>
    readSet(sets, { number, setWords, count: like.categories.length }),
  );
}

function encode(
  tables: Tables,
  {
    input,
    seed,
    slots,
    classes,
  }: Pick<Attempt, 'seed' | 'slots'> & { readonly input: IndexInput; readonly classes: ClassTable },
): Uint8Array {
  const setWords = wordsFor(input.categories.length);
  const ids = writeIds(input.categories);
  const sets = writeSets(classes.sets, setWords);
  const header = new Uint32Array(HEADER_WORDS);
  header.set([
    INDEX_MAGIC,
    INDEX_FORMAT,
    slots,
    tables.names,
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
