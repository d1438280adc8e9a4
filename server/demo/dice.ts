/** Random numbers that are the same for the same seed: the simulated school looks the same at every start. */
export interface Dice {
  /** A number in [0, 1). */
  roll(): number;
  /** Whether something of this probability happens. */
  happens(probability: number): boolean;
  /** One of several. @throws RangeError for none */
  pick<T>(items: readonly T[]): T;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
}

/** The mulberry32 generator of Tommy Ettinger (public domain): 32 bits of state, good enough to look natural. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    roll,
    happens: (probability) => roll() < probability,
    pick(items) {
      const item = items[Math.floor(roll() * items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    between: (min, max) => min + Math.floor(roll() * (max - min + 1)),
  };
}
