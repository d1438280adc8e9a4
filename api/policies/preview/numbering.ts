/** Our numbers are below this, so that a pair of them is one exact integer. No evaluation meets so many different things. */
const MOST = 2 ** 26;

/** Numbers things from 0 on. The same thing always gets the same number. */
export interface Numbering<Key> {
  of(key: Key): number;
}

export function createNumbering<Key>(): Numbering<Key> {
  const numbers = new Map<Key, number>();
  return {
    of(key) {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const made = numbers.size;
      numbers.set(key, made);
      return made;
    },
  };
}

/** Packs two numbers, each from −1 (nothing) to 67,108,862, into one. */
export function pairOf(a: number, b: number): number {
  return (a + 1) * MOST + b + 1;
}

/** Smaller numbers of the store are used as they are. Larger ones get new numbers above this. */
const OWN = MOST / 2;

/** Makes numbers of a store, which may have grown large over years, small enough for pairs; null becomes −1. */
export function createSmallNumbers(): (large: number | null) => number {
  const numbering = createNumbering<number>();
  return (large) => {
    if (large === null) return -1;
    return large < OWN ? large : OWN + numbering.of(large);
  };
}
