/**
 * The category index file maps a fingerprint of a host name to the set of its categories. docs/category-index.md has the bytes. Numbers are
 * little-endian, as on all supported machines, because the bytes are used in place.
 */

/** "SGCX" */
export const INDEX_MAGIC = 0x58434753;
export const INDEX_FORMAT = 1;
/** Words of the header: magic, format, slots, names, sets, bytes a class, seed, words a set, categories, bytes of their ids, and six zeros. */
export const HEADER_WORDS = 16;
/** Extra slots behind the last slot in which a search begins, so that no search wraps around. The very last slot stays empty and ends every search. */
export const GUARD_SLOTS = 64;
/** Load of a new index. 0.5 is no faster and a third larger; 0.8 is a fifth slower. */
export const NEW_LOAD = 0.66;
/** A growing index keeps its slots, and thereby small deltas, up to this load. */
export const MAX_LOAD = 0.75;
/** The most categories (their bits make at most eight words) and the longest id of one. */
export const MAX_CATEGORIES = 256;
const MAX_CATEGORY_ID = 64;
/** The most bytes that their ids take. */
export const MAX_ID_BYTES = MAX_CATEGORIES * (MAX_CATEGORY_ID + 1) + 3;
/** Longest run of filled slots in a valid index. At load 0.75 the longest run of ten million names has some 400. */
export const MAX_RUN = 4_096;
/** As many names as a file of MAX_INDEX_BYTES holds, in round numbers. */
export const MAX_SLOTS = 40_000_000;

/** The file is not a category index, or is damaged. */
export class CategoryIndexError extends Error {
  constructor(message: string) {
    super(`category index: ${message}`);
    this.name = 'CategoryIndexError';
  }
}

/** The parts of an index file, in place. */
export interface IndexParts {
  readonly slots: number;
  readonly names: number;
  readonly seed: number;
  /** Ids, in the order of their bits. */
  readonly categories: readonly string[];
  /** Words of a set. */
  readonly setWords: number;
  /** `setWords` words for each class; class 0 is empty. */
  readonly sets: Uint32Array;
  readonly fingerprints: Uint32Array;
  readonly classes: Uint8Array | Uint16Array;
  /** Length of the head: all that stands before the tables. */
  readonly headBytes: number;
}

const ID = /^[a-z0-9_-]{1,64}$/;

/**
 * Splits a file into its parts and checks every number against its length, so that no read leaves the file and every search ends.
 * @param bytes used in place, so not to be changed; copied only if they do not begin at a multiple of four in their buffer
 * @throws CategoryIndexError
 */
export function readIndexParts(bytes: Uint8Array): IndexParts {
  const file = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (file.byteLength < HEADER_WORDS * 4) throw new CategoryIndexError('shorter than its header');
  const { slots, names, setCount, classBytes, seed, setWords, categoryCount, idBytes } = readHeader(
    new Uint32Array(file.buffer, file.byteOffset, HEADER_WORDS),
  );
  const places = slots + GUARD_SLOTS;
  const headBytes = HEADER_WORDS * 4 + idBytes + setCount * setWords * 4;
  if (file.byteLength !== headBytes + places * (4 + classBytes))
    throw new CategoryIndexError('its length does not fit its header');

  const idsAt = file.byteOffset + HEADER_WORDS * 4;
  const tablesAt = file.byteOffset + headBytes;
  const parts: IndexParts = {
    slots,
    names,
    seed,
    categories: readIds(new Uint8Array(file.buffer, idsAt, idBytes), categoryCount),
    setWords,
    sets: new Uint32Array(file.buffer, idsAt + idBytes, setCount * setWords),
    fingerprints: new Uint32Array(file.buffer, tablesAt, places),
    classes:
      classBytes === 1
        ? new Uint8Array(file.buffer, tablesAt + places * 4, places)
        : new Uint16Array(file.buffer, tablesAt + places * 4, places),
    headBytes,
  };
  checkSets(parts, setCount);
  checkRuns(parts.fingerprints);
  checkClasses(parts.classes, setCount);
  return parts;
}

function readHeader(header: Uint32Array) {
  const [magic, format, slots = 0, names = 0, setCount = 0, classBytes = 0, seed = 0, setWords = 0] = header;
  const [categoryCount = 0, idBytes = 0] = header.subarray(8);
  if (magic !== INDEX_MAGIC) throw new CategoryIndexError('it does not begin as one');
  if (format !== INDEX_FORMAT) throw new CategoryIndexError(`format ${format} is not known here`);
  if (slots > MAX_SLOTS || names > slots) throw new CategoryIndexError('more names than a file may hold');
  if (classBytes !== 1 && classBytes !== 2) throw new CategoryIndexError('a class has one byte or two');
  if (setCount < 1 || setCount > 2 ** (8 * classBytes)) throw new CategoryIndexError('wrong count of sets');
  if (categoryCount > MAX_CATEGORIES || setWords !== wordsFor(categoryCount))
    throw new CategoryIndexError('wrong count of categories');
  if (idBytes % 4 !== 0 || idBytes > MAX_ID_BYTES) throw new CategoryIndexError('wrong length of ids');
  return { slots, names, setCount, classBytes, seed, setWords, categoryCount, idBytes };
}

/** The number of words of a set with this many categories. */
export function wordsFor(categories: number): number {
  return Math.max(1, Math.ceil(categories / 32));
}

/** The bytes of ids: ASCII, a line feed after each, zeros up to a multiple of four. */
export function writeIds(categories: readonly string[]): Uint8Array {
  for (const id of categories) if (!ID.test(id)) throw new RangeError(`“${id}” is no id of a category`);
  const text = categories.map((id) => `${id}\n`).join('');
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 4);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Reads the ids that `writeIds` has written. @throws CategoryIndexError */
export function readIds(bytes: Uint8Array, count: number): readonly string[] {
  const text = String.fromCharCode(...bytes);
  const ids = text.replace(/\0{0,3}$/, '').split('\n');
  if (
    ids.pop() !== '' ||
    ids.length !== count ||
    new Set(ids).size !== count ||
    !ids.every((id) => ID.test(id))
  )
    throw new CategoryIndexError('damaged ids');
  return ids;
}

function checkSets({ sets, setWords, categories }: IndexParts, setCount: number): void {
  for (let at = 0; at < setWords; at++)
    if (sets[at] !== 0) throw new CategoryIndexError('class 0 is not empty');
  const spare = setWords * 32 - categories.length;
  if (spare === 0) return;
  const unknown = spare >= 32 ? 0xffffffff : (0xffffffff << (32 - spare)) >>> 0;
  for (let set = 0; set < setCount; set++)
    if (((sets[(set + 1) * setWords - 1] ?? 0) & unknown) !== 0)
      throw new CategoryIndexError('a set with a category that it does not name');
}

/** Finds a run that is too long without a look at every slot: from each MAX_RUN-th slot back to the next empty one. */
function checkRuns(fingerprints: Uint32Array): void {
  const last = fingerprints.length - 1;
  if (fingerprints[last] !== 0) throw new CategoryIndexError('the last slot is not empty');
  for (let end = Math.min(MAX_RUN, last); end < last; end = Math.min(end + MAX_RUN, last)) {
    const from = end - MAX_RUN;
    while (end > from && fingerprints[end] !== 0) end--;
    if (end === from) throw new CategoryIndexError('a run that is too long');
  }
}

function checkClasses(classes: Uint8Array | Uint16Array, setCount: number): void {
  if (setCount === 2 ** (8 * classes.BYTES_PER_ELEMENT)) return;
  const rest = classes instanceof Uint8Array ? checkByWords(classes, setCount) : 0;
  for (let at = rest; at < classes.length; at++) if ((classes[at] ?? 0) >= setCount) throw noSet();
}

/**
 * Checks four bytes at once, because a large file has millions. Adding to the low seven bits of each byte carries into its eighth bit when
 * the byte reaches the limit.
 * @returns how many bytes were looked at
 */
function checkByWords(classes: Uint8Array, setCount: number): number {
  const words = new Uint32Array(classes.buffer, classes.byteOffset, classes.length >>> 2);
  const isLow = setCount <= 128;
  const carry = Math.imul((isLow ? 128 : 256) - setCount, 0x01010101);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    const carried = (word & 0x7f7f7f7f) + carry;
    if (((isLow ? carried | word : carried & word) & 0x80808080) !== 0) throw noSet();
  }
  return words.length * 4;
}

function noSet(): CategoryIndexError {
  return new CategoryIndexError('a class without a set');
}
