import { buildCategoryIndex } from '../../contracts/categories/build-index.ts';
import { makeIndexDelta } from '../../contracts/categories/index-delta.ts';
import { readIndexParts } from '../../contracts/categories/index-format.ts';
import { damaged, type FuzzRandom } from './fuzz-run.ts';

/** A name that every sound index here holds as a game. */
export const LISTED_NAME = 'arcade.test';
const CATEGORIES = ['adult', 'doh', 'games', 'malware', 'news', 'social', 'vpn_proxy'];
const NAMES = 1_500;
const WORDS = [0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 65, 4_096, 40_000_000];

/** Two sound indexes, and the way from one to the other. */
export interface SoundIndexes {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly delta: Uint8Array;
}

export function soundIndexes(): SoundIndexes {
  const build = (skip: number, like: Uint8Array | null): Uint8Array =>
    buildCategoryIndex({
      categories: CATEGORIES,
      like: like === null ? null : readIndexParts(like),
      each(add) {
        add(LISTED_NAME, CATEGORIES.indexOf('games'));
        for (let number = 0; number < NAMES; number++)
          if (number % 50 !== skip) add(`n${number}.test`, number % CATEGORIES.length);
      },
    });
  const before = build(1, null);
  const after = build(2, before);
  const delta = makeIndexDelta(before, after);
  if (delta === null) throw new Error('there is no delta between the two');
  return { before, after, delta };
}

/** The bytes of an index or a delta with something wrong: anywhere, or aimed at its numbers. */
export function mutatedIndex(sound: Uint8Array, random: FuzzRandom): Uint8Array {
  const bytes = Buffer.from(sound);
  switch (random.below(6)) {
    case 0:
      return damaged(bytes, random);
    case 1:
      return Buffer.concat([bytes, Buffer.alloc(random.below(5_000), random.below(256))]);
    case 2:
      return bytes.subarray(0, random.below(bytes.length));
    case 3: {
      // A run without an end, as far as somebody who searches would see.
      const at = random.below(bytes.length);
      bytes.fill(random.oneIn(2) ? 0xff : 0x41, at, Math.min(bytes.length, at + random.below(40_000)));
      return bytes;
    }
    default:
      changeWords(bytes, random);
      // Not at a multiple of four any more.
      return random.oneIn(4) ? bytes.subarray(1) : bytes;
  }
}

function changeWords(bytes: Buffer, random: FuzzRandom): void {
  for (let times = random.below(4); times >= 0; times--) {
    const place = random.oneIn(3) ? random.below(bytes.length >> 2) : random.below(24);
    const value = random.oneIn(3) ? random.below(2 ** 32) : random.pick(WORDS);
    if (place * 4 + 4 <= bytes.length) bytes.writeUInt32LE(value, place * 4);
  }
}
