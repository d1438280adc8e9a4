import { readIndexParts } from './index-format.ts';
import { fingerprint, MULTIPLY_A, MULTIPLY_B, START_A, START_B, slotHash } from './name-hash.ts';

/** Answers which categories a host name has. It is immutable, apart from its cache. */
export interface CategoryIndex {
  /** Ids of the categories of the index, sorted. */
  readonly categories: readonly string[];
  /** Number of names in the index. */
  readonly names: number;
  /** Size of the file (bytes). */
  readonly bytes: number;
  /**
   * Ids of the categories of a name and of all names above it, sorted. The same set gives the same frozen list. An unknown name has none.
   * @param name lower case, without trailing dot
   */
  categoriesOf(name: string): readonly string[];
  /** The same answer as a handle: equal sets have equal handles, 0 = none. It is the fastest look-up and allocates nothing. */
  lookup(name: string): number;
  /** The same for a name in a DNS packet, in any case, read in place. A compressed name, or one that does not end inside the packet, has no category. */
  lookupWire(packet: Uint8Array, offset: number): number;
  /** The set of a handle from `lookup`. @throws RangeError for a number that it never gave */
  setOf(handle: number): readonly string[];
}

const DOT = 46;
/** A name has at most 127 labels of at most 63 bytes (RFC 1035 section 2.3.4). */
const MAX_LABELS = 127;
const MAX_LABEL_LENGTH = 63;
/** Two handles are packed into one number with this factor. There are fewer handles. */
const PAIR = 2 ** 26;

/**
 * Opens an index file. It takes some milliseconds for a million names, because nothing is copied.
 * @param bytes the whole file, not to be changed while the index is in use
 * @throws CategoryIndexError for a file that is damaged, hostile or of another format
 */
export function openCategoryIndex(bytes: Uint8Array): CategoryIndex {
  const parts = readIndexParts(bytes);
  const { categories, names, fingerprints, classes, slots } = parts;
  const sets = createSets(parts);
  const scale = slots / 2 ** 32;
  // Copied into locals, because an import is looked up on each read.
  const [startA, startB, multiplyA, multiplyB] = [START_A ^ parts.seed, START_B, MULTIPLY_A, MULTIPLY_B];
  const labels = new Uint32Array(MAX_LABELS);

  // For each parent of a name: where its search begins, what it looks for, and what it finds there first. All first slots are read before
  // the first comparison, so that the processor fetches these distant places in parallel.
  const places = new Uint32Array(MAX_LABELS);
  const wanted = new Uint32Array(MAX_LABELS);
  const first = new Uint32Array(MAX_LABELS);

  function begin(a: number, b: number, number: number): void {
    const place = Math.floor(slotHash(a, b) * scale);
    places[number] = place;
    wanted[number] = fingerprint(a, b);
    first[number] = fingerprints[place] as number;
  }

  /** Finishes the begun searches. @returns the set of before, and those that were found with it */
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
  /** The handle of the union of two sets. */
  union(a: number, b: number): number;
  idsOf(handle: number): readonly string[];
}

/** Sets by handle: first the classes of the file, then the unions that names below listed names need. Equal sets have one handle. */
function createSets({ categories, sets, setWords }: ReturnType<typeof readIndexParts>): Sets {
  const lists: (readonly string[])[] = [];
  const handles = new Map<string, number>();
  /** The first class with the same set, for each class. */
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
