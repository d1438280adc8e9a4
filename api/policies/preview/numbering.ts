/** Numbers of ours are below this: a pair of them is one exact integer. No evaluation lives to see so many different things. */
const MOST = 2 ** 26;

/** Gives things numbers from 0 on, the same thing the same number. */
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

/** Two numbers, each from −1 (nothing) to 67,108,862, as one. */
export function pairOf(a: number, b: number): number {
  return (a + 1) * MOST + b + 1;
}

/** Up to here numbers of the store are taken as they are; what is larger is numbered anew, behind. */
const OWN = MOST / 2;

/** Makes numbers of a store, which may have grown large in years, fit for pairs; null becomes −1. */
export function createSmallNumbers(): (large: number | null) => number {
  const numbering = createNumbering<number>();
  return (large) => {
    if (large === null) return -1;
    return large < OWN ? large : OWN + numbering.of(large);
  };
}
