import { repeats } from '../support/repeats.ts';

/** How far a fuzz test goes: always through the same cases, however long they take. With every repetition, three times as many. */
export function fuzzCases(quick: number): FuzzExtent {
  return { cases: repeats({ quick, full: 3 * quick }) };
}

/** `SCHOOLGATE_FUZZ_SEED` tries other cases; `tools/fuzz.ts` looks for new ones. */
export function fuzzSeed(): number {
  return Number(process.env.SCHOOLGATE_FUZZ_SEED ?? process.env.SCHOOLGATE_TEST_SEED ?? 20_261_120);
}

/** Where a run ends: after so many cases in a test, after so long in `tools/fuzz.ts`. */
export type FuzzExtent = { readonly cases: number } | { readonly seconds: number };

/** @returns whether another case is to come, told how many there have been */
export function fuzzUntil(extent: FuzzExtent): (cases: number) => boolean {
  if ('cases' in extent) return (cases) => cases < extent.cases;
  const deadline = performance.now() + extent.seconds * 1_000;
  return () => performance.now() < deadline;
}

/** How a target is run. */
export interface FuzzOptions {
  readonly seed: number;
  readonly extent: FuzzExtent;
  /** A case begins that this seed alone repeats: so that whoever watches can name one that never ends. */
  readonly onCase?: (seed: number) => void;
}

/** What a run has seen. */
export interface FuzzReport {
  readonly cases: number;
  /** In words what must not be, with the seed or the input in hex. */
  readonly wrong: readonly string[];
  /** How much of it got anywhere, so that no run passes emptily. */
  readonly seen: Readonly<Record<string, number>>;
}

export type Fuzz = (options: FuzzOptions) => Promise<FuzzReport>;

/** Runs something, and then what it asked to be done at its end, the last first: as `t.teardown` does. */
export async function withTeardown<T>(
  work: (teardown: (end: () => unknown) => void) => Promise<T>,
): Promise<T> {
  const ends: (() => unknown)[] = [];
  try {
    return await work((end) => void ends.unshift(end));
  } finally {
    for (const end of ends) await end();
  }
}

/** Repeatable chance. */
export interface FuzzRandom {
  /** A whole number in [0, below). */
  below(below: number): number;
  /** True once in so many. */
  oneIn(count: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: small, fast, good enough for this. */
export function createFuzzRandom(seed: number): FuzzRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick: (from) => {
      const found = from[below(from.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
}

/** The same bytes with a few things wrong: flipped, lost, doubled, put in, cut off. */
export function damaged(bytes: Buffer, random: FuzzRandom): Buffer {
  let result = Buffer.from(bytes);
  for (let times = random.below(4); times >= 0 && result.length > 0; times--) {
    const at = random.below(result.length);
    const length = random.below(Math.min(64, result.length - at)) + 1;
    switch (random.below(6)) {
      case 0:
        result[at] = random.below(256);
        break;
      case 1:
        result[at] = (result[at] ?? 0) ^ (1 << random.below(8));
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
        break;
      case 3:
        result = Buffer.concat([result.subarray(0, at + length), result.subarray(at)]);
        break;
      case 4:
        result = Buffer.concat([
          result.subarray(0, at),
          Buffer.from(Array.from({ length }, () => random.below(256))),
          result.subarray(at),
        ]);
        break;
      default:
        result = result.subarray(0, at);
    }
  }
  return result;
}

/** Bytes in pieces, mostly few. */
export function inPieces(bytes: Buffer, random: FuzzRandom): readonly Buffer[] {
  const pieces: Buffer[] = [];
  const most = random.oneIn(20) ? 3 : bytes.length;
  for (let at = 0; at < bytes.length; ) {
    const length = random.oneIn(3) ? bytes.length - at : random.below(most) + 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
