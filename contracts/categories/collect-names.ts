import { MAX_SLOTS, NEW_LOAD } from './index-format.ts';
import { hashName } from './name-hash.ts';
import { createSetTable, type SetTable } from './set-table.ts';
import { sortByHash } from './sort-by-hash.ts';

/** Names as hashes, sorted by hash, each once. */
export interface Entries {
  readonly length: number;
  readonly slotHashes: Uint32Array;
  readonly fingerprints: Uint32Array;
  /** Numbers of sets, one for each entry. */
  readonly sets: Uint32Array;
  /** 1 for a name that came as a hash. */
  readonly isShipped: Uint8Array;
}

/** Collects names and hashes in any order. A repeated name gets the categories of both. */
export interface NameCollector {
  readonly sets: SetTable;
  /** @param set a number of `sets` @throws RangeError for more names than a file may hold */
  addName(name: string, set: number): void;
  addHash(slotHash: number, fingerprint: number, set: number): void;
  /** @throws RangeError for more names than a file may hold */
  finish(): Entries;
}

/** Added to the number of a set when the name came as a hash. Set numbers are smaller. */
const SHIPPED = 2 ** 31;

export function createNameCollector(seed: number): NameCollector {
  const sets = createSetTable();
  let capacity = 1_024;
  let hashes = new Uint32Array(capacity * 2);
  let owners = new Uint32Array(capacity);
  let count = 0;
  const makeRoom = (): void => {
    if (count < capacity) return;
    capacity *= 2;
    if (count > MAX_SLOTS * 2) throw new RangeError('more names than a file may hold');
    hashes = grown(hashes, capacity * 2);
    owners = grown(owners, capacity);
  };
  return {
    sets,
    addName(name, set) {
      makeRoom();
      hashName(name, seed, hashes, count * 2);
      owners[count++] = set;
    },
    addHash(slotHash, fingerprint, set) {
      makeRoom();
      hashes[count * 2] = slotHash;
      hashes[count * 2 + 1] = fingerprint;
      owners[count++] = set + SHIPPED;
    },
    finish: () => merged(sortByHash(hashes, owners, count), sets),
  };
}

function grown(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(numbers);
  return longer;
}

/** Merges equal names, in place. */
function merged(sorted: ReturnType<typeof sortByHash>, table: SetTable): Entries {
  const { slotHashes, fingerprints, sets } = sorted;
  const isShipped = new Uint8Array(sorted.length);
  let length = 0;
  for (let at = 0; at < sorted.length; at++) {
    const owner = sets[at] as number;
    const shipped = owner >= SHIPPED ? 1 : 0;
    const set = owner % SHIPPED;
    const last = length - 1;
    if (length > 0 && slotHashes[at] === slotHashes[last] && fingerprints[at] === fingerprints[last]) {
      sets[last] = table.union(sets[last] as number, set);
      isShipped[last] = (isShipped[last] as number) | shipped;
      continue;
    }
    slotHashes[length] = slotHashes[at] as number;
    fingerprints[length] = fingerprints[at] as number;
    isShipped[length] = shipped;
    sets[length++] = set;
  }
  if (length > Math.floor(MAX_SLOTS * NEW_LOAD)) throw new RangeError('more names than a file may hold');
  return { length, slotHashes, fingerprints, sets, isShipped };
}

/** Removes the mistaken entries. Each gives its categories to the entry before it that has its fingerprint. */
export function joinedTo(entries: Entries, mistaken: readonly number[], table: SetTable): Entries {
  const left = new Set(mistaken);
  const kept = Array.from(entries.fingerprints.subarray(0, entries.length).keys()).filter(
    (entry) => !left.has(entry),
  );
  const sets = entries.sets.slice();
  for (const entry of mistaken) {
    const print = entries.fingerprints[entry] as number;
    let earlier = entries.fingerprints.lastIndexOf(print, entry - 1);
    while (left.has(earlier)) earlier = entries.fingerprints.lastIndexOf(print, earlier - 1);
    sets[earlier] = table.union(sets[earlier] as number, sets[entry] as number);
  }
  return {
    length: kept.length,
    slotHashes: Uint32Array.from(kept, (entry) => entries.slotHashes[entry] as number),
    fingerprints: Uint32Array.from(kept, (entry) => entries.fingerprints[entry] as number),
    sets: Uint32Array.from(kept, (entry) => sets[entry] as number),
    isShipped: Uint8Array.from(kept, (entry) => entries.isShipped[entry] as number),
  };
}
