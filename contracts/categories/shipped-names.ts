import { createNameCollector, type Entries } from './collect-names.ts';
import {
  CategoryIndexError,
  MAX_CATEGORIES,
  MAX_ID_BYTES,
  MAX_SLOTS,
  readIds,
  wordsFor,
  writeIds,
} from './index-format.ts';
import { bySet, readSet, writeSets } from './set-table.ts';

/**
 * The names that ship, as hashes: nobody can read the names in the file, and each takes six bytes. docs/category-index.md has it byte by byte. A block for each set of categories;
 * in it the slot hashes ascend, and what is written is how far each lies from the one before, as a Rice code.
 */

/** The shipped file, relative to the root of the sources and of the build. */
export const SHIPPED_NAMES_FILE = 'contracts/categories/shipped-names.bin';

/** "SGSN" */
const MAGIC = 0x4e534753;
const FORMAT = 1;
/** Magic, format, seed, categories, bytes of their ids, blocks, names. */
const HEADER_BYTES = 28;
/** Words of a block beside its set: names, bits of a remainder, bytes of the code. */
const BLOCK_WORDS = 3;
const MAX_REMAINDER_BITS = 31;
/** More blocks than a real list has. It bounds the memory that a hostile file makes us allocate. */
const MAX_BLOCKS = 65_535;

/** Hashes of names, the seed of the hashes, and the categories. */
export interface ShippedNames {
  readonly seed: number;
  /** Category ids. */
  readonly categories: readonly string[];
  /** How many names there are. */
  readonly length: number;
  /** Calls `take` for each name. The categories are places in `categories`; the same set gives the same list. */
  each(take: (slotHash: number, fingerprint: number, categories: readonly number[]) => void): void;
}

/**
 * Makes the file, with seed 0. A repeated name gets the categories of both.
 * @throws RangeError for what does not fit, and for a category that is not among those given
 */
export function encodeShippedNames(input: {
  readonly categories: readonly string[];
  /** Lower case, ASCII, without trailing dot. */
  readonly names: Iterable<readonly [name: string, categories: readonly string[]]>;
}): Uint8Array {
  const { categories } = input;
  if (categories.length > MAX_CATEGORIES) throw new RangeError(`more than ${MAX_CATEGORIES} categories`);
  const { sets, addName, finish } = createNameCollector(0);
  for (const [name, ids] of input.names) addName(name, sets.of(ids.map((id) => numberOf(categories, id))));
  const entries = finish();
  const blocks = blocksOf(entries, sets.lists);
  const ids = writeIds(categories);
  const header = [MAGIC, FORMAT, 0, categories.length, ids.byteLength, blocks.length, entries.length];
  return joined([
    wordBytes(header),
    ids,
    ...blocks.flatMap(({ set, members }) => {
      const bits = remainderBits(members.length);
      const code = writeDistances(entries, members, bits);
      return [
        wordBytes([...writeSets([set], wordsFor(categories.length)), members.length, bits, code.byteLength]),
        code,
        wordBytes(members.map((entry) => entries.fingerprints[entry] as number)),
      ];
    }),
  ]);
}

function numberOf(categories: readonly string[], id: string): number {
  const number = categories.indexOf(id);
  if (number < 0) throw new RangeError(`there is no category “${id}”`);
  return number;
}

/** The entries of each set, in the order of their hashes. */
function blocksOf(entries: Entries, lists: readonly (readonly number[])[]) {
  const members = lists.map((): number[] => []);
  for (let entry = 0; entry < entries.length; entry++) members[entries.sets[entry] as number]?.push(entry);
  const blocks = lists
    .map((set, number) => ({ set, members: members[number] ?? [] }))
    .filter((block) => block.members.length > 0)
    .sort((a, b) => bySet(a.set, b.set));
  if (blocks.some(({ set }) => set.length === 0)) throw new RangeError('a name without a category');
  if (blocks.length > MAX_BLOCKS)
    throw new RangeError(`more than ${MAX_BLOCKS} different sets of categories`);
  return blocks;
}

/** The best number of remainder bits for this many evenly spread hashes: half of the distances are shorter. */
function remainderBits(count: number): number {
  return Math.max(0, Math.floor(Math.log2((2 ** 32 / (count + 1)) * Math.LN2)));
}

/**
 * Writes the distances. For each: as many ones as the distance holds 2^bits, a zero, and the remainder in `bits` bits. The least
 * significant bit of a byte comes first.
 */
function writeDistances({ slotHashes }: Entries, members: readonly number[], bits: number): Uint8Array {
  const code: number[] = [];
  let byte = 0;
  let filled = 0;
  const write = (bit: number): void => {
    byte |= bit << filled;
    if (++filled < 8) return;
    code.push(byte);
    byte = 0;
    filled = 0;
  };
  let before = 0;
  for (const entry of members) {
    const slotHash = slotHashes[entry] as number;
    const distance = slotHash - before;
    before = slotHash;
    for (let left = Math.floor(distance / 2 ** bits); left > 0; left--) write(1);
    write(0);
    for (let bit = 0; bit < bits; bit++) write((distance >>> bit) & 1);
  }
  if (filled > 0) code.push(byte);
  return Uint8Array.from(code);
}

/**
 * Opens the file and checks every number in it. The result reads from the bytes.
 * @throws CategoryIndexError for a file that is damaged, hostile or of another format
 */
export function readShippedNames(bytes: Uint8Array): ShippedNames {
  if (bytes.byteLength < HEADER_BYTES) throw damaged('shorter than their header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [magic, format, seed = 0, count = 0, idBytes = 0, blockCount = 0, length = 0] = wordsOf(view, 0, 7);
  if (magic !== MAGIC) throw damaged('they do not begin as such');
  if (format !== FORMAT) throw damaged(`format ${format} is not known here`);
  if (count > MAX_CATEGORIES || idBytes > MAX_ID_BYTES || HEADER_BYTES + idBytes > bytes.byteLength)
    throw damaged('wrong count of categories');
  if (blockCount > MAX_BLOCKS || length > MAX_SLOTS) throw damaged('more than a file may hold');
  const categories = readIds(bytes.subarray(HEADER_BYTES, HEADER_BYTES + idBytes), count);
  const blocks: Block[] = [];
  let at = HEADER_BYTES + idBytes;
  for (let number = 0; number < blockCount; number++) {
    const block = readBlock(view, at, count);
    blocks.push(block);
    at = block.end;
  }
  if (at !== bytes.byteLength) throw damaged('something stands behind their end');
  if (blocks.reduce((sum, { names }) => sum + names, 0) !== length) throw damaged('wrong count of names');
  for (const block of blocks) eachOf(view, block, () => undefined);
  return {
    seed,
    categories,
    length,
    each(take) {
      for (const block of blocks) eachOf(view, block, take);
    },
  };
}

interface Block {
  readonly set: readonly number[];
  readonly names: number;
  readonly bits: number;
  /** Offset of the code; the fingerprints follow it. */
  readonly codeAt: number;
  readonly fingerprintsAt: number;
  readonly end: number;
}

function readBlock(view: DataView, at: number, categories: number): Block {
  const setWords = wordsFor(categories);
  const codeAt = at + (setWords + BLOCK_WORDS) * 4;
  if (codeAt > view.byteLength) throw damaged('cut off');
  const words = wordsOf(view, at, setWords + BLOCK_WORDS);
  const [names = 0, bits = 0, codeBytes = 0] = words.slice(setWords);
  const set = readSet(Uint32Array.from(words), { number: 0, setWords, count: categories });
  const isKnown = writeSets([set], setWords).every((word, number) => word === words[number]);
  if (set.length === 0 || !isKnown) throw damaged('a set with a category that they do not name');
  const fingerprintsAt = codeAt + codeBytes;
  const end = fingerprintsAt + names * 4;
  if (end > view.byteLength || bits > MAX_REMAINDER_BITS || names === 0) throw damaged('damaged block');
  return { set, names, bits, codeAt, fingerprintsAt, end };
}

/** Reads a block from its bytes. @throws CategoryIndexError where they are not what `encodeShippedNames` writes */
function eachOf(
  view: DataView,
  { set, names, bits, codeAt, fingerprintsAt }: Block,
  take: Parameters<ShippedNames['each']>[0],
): void {
  const end = fingerprintsAt * 8;
  // The position is in bits. At least four bytes follow the code, so that reading ahead stays inside the file.
  let at = codeAt * 8;
  let slotHash = 0;
  let before = 0;
  for (let name = 0; name < names; name++) {
    let distance = 0;
    for (; at < end && ((view.getUint8(at >>> 3) >>> (at & 7)) & 1) === 1; at++) distance += 2 ** bits;
    at += 1;
    if (at + bits > end) throw damaged('damaged block');
    distance += remainderAt(view, at, bits);
    at += bits;
    slotHash += distance;
    const fingerprint = view.getUint32(fingerprintsAt + name * 4, true);
    if (slotHash >= 2 ** 32 || fingerprint === 0 || (distance === 0 && fingerprint <= before))
      throw damaged('damaged block');
    before = fingerprint;
    take(slotHash, fingerprint, set);
  }
  if (end - at >= 8 || remainderAt(view, at, end - at) !== 0) throw damaged('damaged block');
}

/** Reads this many bits from a position on, at most 31, the least significant first. */
function remainderAt(view: DataView, at: number, bits: number): number {
  const [byte, shift] = [at >>> 3, at & 7];
  const low = view.getUint32(byte, true) >>> shift;
  const all = shift === 0 ? low : low | (view.getUint8(byte + 4) << (32 - shift));
  return all & (2 ** bits - 1);
}

function wordsOf(view: DataView, at: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, word) => view.getUint32(at + word * 4, true));
}

function wordBytes(words: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(words).buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function damaged(what: string): CategoryIndexError {
  return new CategoryIndexError(`shipped names: ${what}`);
}
