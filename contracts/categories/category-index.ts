import { readIndexParts } from './index-format.ts';
import { fingerprint, MULTIPLY_A, MULTIPLY_B, START_A, START_B, slotHash } from './name-hash.ts';

/** Which categories a host name is in; immutable, but for what it remembers. */
export interface CategoryIndex {
  /** Ids of the categories that it knows, sorted. */
  readonly categories: readonly string[];
  /** How many names it holds. */
  readonly names: number;
  /** Size of the file (bytes). */
  readonly bytes: number;
  /** Ids of the categories of a name and of all names above it, sorted; the same frozen list for the same set. An unknown name is in none. @param name lower case, without trailing dot */
  categoriesOf(name: string): readonly string[];
  /** The same as a number, which stands for the set: equal for equal sets, 0 = none. The fastest way, makes nothing. */
  lookup(name: string): number;
  /**
   * The same for a name in a DNS packet, of any case, read in place. A name that is compressed, or does not end inside the packet, is in no category.
   */
  lookupWire(packet: Uint8Array, offset: number): number;
  /** What a number of `lookup` stands for. @throws RangeError for a number that it never gave */
  setOf(handle: number): readonly string[];
}

const DOT = 46;
/** A name has at most 127 labels of at most 63 bytes (RFC 1035 section 2.3.4). */
const MAX_LABELS = 127;
const MAX_LABEL_LENGTH = 63;
/** Pairs of handles are one number by this: there are fewer handles. */
const PAIR = 2 ** 26;

/**
 * Opens an index file. Takes some milliseconds for a million names: nothing is copied.
 * @param bytes the whole file, not to be changed while the index is in use
 * @throws CategoryIndexError for a file that is damaged, hostile or of another format
 */
export function openCategoryIndex(bytes: Uint8Array): CategoryIndex {
  const parts = readIndexParts(bytes);
  const { categories, names, fingerprints, classes, slots } = parts;
  const sets = createSets(parts);
  const scale = slots / 2 ** 32;
  // Locals: an import is looked up each time that it is read.
  const [startA, startB, multiplyA, multiplyB] = [START_A ^ parts.seed, START_B, MULTIPLY_A, MULTIPLY_B];
  const labels = new Uint32Array(MAX_LABELS);

  // Where the search for each parent of a name begins, what it looks for and what it finds there first. All are read before the first is compared: places
  // lie far apart in memory, and the processor fetches them side by side.
  const places = new Uint32Array(MAX_LABELS);
  const wanted = new Uint32Array(MAX_LABELS);
  const first = new Uint32Array(MAX_LABELS);

  function begin(a: number, b: number, number: number): void {
    const place = Math.floor(slotHash(a, b) * scale);
    places[number] = place;
    wanted[number] = fingerprint(a, b);
    first[number] = fingerprints[place] as number;
  }

  /** Ends the searches that have begun. @returns the set of before, and those that were found with it */
  function end(before: number, count: number): number {
    let set = before;
    for (let number = 0; number < count; number++) {
      const looked = wanted[number];
      let place = places[number] as number;
      let found = first[number];
      while (found !== 0 && found !== looked) found = fingerprints[++place];
      const own = found === 0 ? 0 : (classes[place] as number);
      if (own !== 0) set = sets.union(set, own);
    }
    return set;
  }

  function lookup(name: string): number {
    let a = startA;
    let b = startB;
    let set = 0;
    let count = 0;
    for (let i = name.length - 1; i >= 0; i--) {
      const character = name.charCodeAt(i);
      if (character === DOT) {
        begin(a, b, count++);
        if (count === MAX_LABELS) {
          set = end(set, count);
          count = 0;
        }
      }
      a = Math.imul(a ^ character, multiplyA);
      b = Math.imul(b ^ character, multiplyB);
      a ^= b >>> 13;
    }
    begin(a, b, count++);
    return end(set, count);
  }

  function lookupWire(packet: Uint8Array, offset: number): number {
    const count = readLabels(packet, offset, labels);
    let a = startA;
    let b = startB;
    for (let label = count - 1; label >= 0; label--) {
      const start = labels[label] as number;
      for (let i = start + (packet[start] as number); i > start; i--) {
        let character = packet[i] as number;
        if (character >= 65 && character <= 90) character |= 32;
        a = Math.imul(a ^ character, multiplyA);
        b = Math.imul(b ^ character, multiplyB);
        a ^= b >>> 13;
      }
      begin(a, b, count - 1 - label);
      a = Math.imul(a ^ DOT, multiplyA);
      b = Math.imul(b ^ DOT, multiplyB);
      a ^= b >>> 13;
    }
    return end(0, count);
  }

  return {
    categories: [...categories].sort(),
    names,
    bytes: bytes.byteLength,
    categoriesOf: (name) => sets.idsOf(lookup(name)),
    lookup,
    lookupWire,
    setOf: sets.idsOf,
  };
}

/** Finds where each label begins. @returns their count; 0 when the name is compressed, too long or does not end inside the packet */
function readLabels(packet: Uint8Array, offset: number, labels: Uint32Array): number {
  let count = 0;
  for (let at = offset; at < packet.length; ) {
    const length = packet[at] as number;
    if (length === 0) return count;
    if (length > MAX_LABEL_LENGTH || count === MAX_LABELS) return 0;
    labels[count++] = at;
    at += length + 1;
  }
  return 0;
}

interface Sets {
  /** The handle of both sets together. */
  union(a: number, b: number): number;
  idsOf(handle: number): readonly string[];
}

/** Handles of sets: at first the classes of the file, then the unions that names under listed names need. Equal sets have one handle. */
function createSets({ categories, sets, setWords }: ReturnType<typeof readIndexParts>): Sets {
  const lists: (readonly string[])[] = [];
  const handles = new Map<string, number>();
  /** For classes of equal sets the first of them. */
  const canonical: number[] = [];
  const unions = new Map<number, number>();

  function handleOf(ids: readonly string[]): number {
    const key = ids.join('\n');
    const known = handles.get(key);
    if (known !== undefined) return known;
    const handle = lists.push(Object.freeze(ids)) - 1;
    handles.set(key, handle);
    return handle;
  }

  for (let set = 0; set * setWords < sets.length; set++) {
    const bits = sets.subarray(set * setWords, (set + 1) * setWords);
    canonical.push(
      handleOf(categories.filter((_, bit) => (((bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1).sort()),
    );
  }

  return {
    union(a, b) {
      const other = canonical[b] ?? 0;
      if (a === other || other === 0) return a;
      if (a === 0) return other;
      const pair = a * PAIR + other;
      const known = unions.get(pair);
      if (known !== undefined) return known;
      const made = handleOf([...new Set([...(lists[a] ?? []), ...(lists[other] ?? [])])].sort());
      unions.set(pair, made);
      return made;
    },
    idsOf(handle) {
      const ids = lists[handle];
      if (ids === undefined) throw new RangeError(`${handle} stands for no set of this index`);
      return ids;
    },
  };
}
