/** Sets of categories by number, each a sorted list of category numbers. */
export interface SetTable {
  readonly lists: readonly (readonly number[])[];
  of(categories: readonly number[]): number;
  union(a: number, b: number): number;
}

export function createSetTable(): SetTable {
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

/** Orders sets by their first category, then by the next. */
export function bySet(a: readonly number[], b: readonly number[]): number {
  for (const [at, number] of a.entries()) {
    const other = b[at] ?? -1;
    if (number !== other) return number - other;
  }
  return a.length - b.length;
}

/** Writes sets as in a file, `setWords` words each: bit n of word ⌊n / 32⌋ is category n. */
export function writeSets(sets: readonly (readonly number[])[], setWords: number): Uint32Array {
  const words = new Uint32Array(sets.length * setWords);
  for (const [number, set] of sets.entries())
    for (const bit of set) {
      const word = number * setWords + (bit >>> 5);
      words[word] = ((words[word] ?? 0) | (1 << (bit & 31))) >>> 0;
    }
  return words;
}

/** Reads the set with a number from the words of `writeSets`. @param count of categories */
export function readSet(
  words: Uint32Array,
  { number, setWords, count }: { readonly number: number; readonly setWords: number; readonly count: number },
): readonly number[] {
  const set: number[] = [];
  for (let bit = 0; bit < count; bit++)
    if ((((words[number * setWords + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 1) set.push(bit);
  return set;
}
