const DIGIT_BITS = 16;
const DIGITS = 2 ** DIGIT_BITS;

/** Names as numbers, in the order of their slot hash, then of their fingerprint. */
export interface SortedHashes {
  readonly length: number;
  readonly slotHashes: Uint32Array;
  readonly fingerprints: Uint32Array;
  readonly sets: Uint32Array;
}

/**
 * Sorts by 64-bit hash, radix from the least digit, in linear time: a comparison sort of five million would take ten times as long.
 * @param hashes slot hash and fingerprint by turns @param owners what belongs to each @param count how many of them are filled
 */
export function sortByHash(hashes: Uint32Array, owners: Uint32Array, count: number): SortedHashes {
  let order = Uint32Array.from({ length: count }, (_, at) => at);
  let spare = new Uint32Array(count);
  const starts = new Uint32Array(DIGITS);
  for (const [word, shift] of [
    [1, 0],
    [1, DIGIT_BITS],
    [0, 0],
    [0, DIGIT_BITS],
  ] as const) {
    starts.fill(0);
    for (let at = 0; at < count; at++) {
      const digit = ((hashes[at * 2 + word] as number) >>> shift) & (DIGITS - 1);
      starts[digit] = (starts[digit] as number) + 1;
    }
    let sum = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const size = starts[digit] as number;
      starts[digit] = sum;
      sum += size;
    }
    for (let at = 0; at < count; at++) {
      const entry = order[at] as number;
      const digit = ((hashes[entry * 2 + word] as number) >>> shift) & (DIGITS - 1);
      const to = starts[digit] as number;
      starts[digit] = to + 1;
      spare[to] = entry;
    }
    [order, spare] = [spare, order];
  }
  const sorted = {
    length: count,
    slotHashes: new Uint32Array(count),
    fingerprints: new Uint32Array(count),
    sets: new Uint32Array(count),
  };
  for (let at = 0; at < count; at++) {
    const entry = order[at] as number;
    sorted.slotHashes[at] = hashes[entry * 2] as number;
    sorted.fingerprints[at] = hashes[entry * 2 + 1] as number;
    sorted.sets[at] = owners[entry] as number;
  }
  return sorted;
}
