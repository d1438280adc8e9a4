/**
 * The hash of a host name, from its last character to its first, so that one pass goes through the state of every parent. Two 32-bit words run along;
 * before each dot and at the start they are finished into a slot hash and a fingerprint. The finishers are of the MurmurHash3 and lowbias32 kind. Part of
 * the file format (docs/category-index.md): another hash is another format.
 */

/** Multipliers of the two words, one step a character: `a = imul(a ^ c, A); b = imul(b ^ c, B); a ^= b >>> 13`. */
export const MULTIPLY_A = 0x9e3779b1;
export const MULTIPLY_B = 0x5f356495;
/** Where the words begin; the file's seed is XORed into the first. */
export const START_A = 0xdeadbeef | 0;
export const START_B = 0x41c6ce57 | 0;

/** The place where a name's search begins: a number in [0, 2^32). */
export function slotHash(first: number, second: number): number {
  let a = first ^ (second >>> 15);
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  a = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (a ^ (a >>> 16)) >>> 0;
}

/** The number that tells a name from others near its place, in [1, 2^32). 0 marks an empty slot. */
export function fingerprint(first: number, second: number): number {
  let b = second ^ (first >>> 17);
  b = Math.imul(b ^ (b >>> 15), 0x2c1b3c6d);
  b = Math.imul(b ^ (b >>> 12), 0x297a2d39);
  b = (b ^ (b >>> 15)) >>> 0;
  return b === 0 ? 1 : b;
}

/** Writes slot hash and fingerprint of a whole name to `into[at]` and `into[at + 1]`. @param name lower case, ASCII, without trailing dot */
export function hashName(name: string, seed: number, into: Uint32Array, at = 0): void {
  let a = START_A ^ seed;
  let b = START_B;
  for (let i = name.length - 1; i >= 0; i--) {
    const character = name.charCodeAt(i);
    a = Math.imul(a ^ character, MULTIPLY_A);
    b = Math.imul(b ^ character, MULTIPLY_B);
    a ^= b >>> 13;
  }
  into[at] = slotHash(a, b);
  into[at + 1] = fingerprint(a, b);
}
