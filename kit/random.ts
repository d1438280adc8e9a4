import { randomBytes as nodeRandomBytes, randomInt } from 'node:crypto';
import { encodeId, type Id, type IdPrefix } from '../contracts/ids.ts';
import type { Clock } from './clock.ts';

/** Randomness, as a port. */
export interface Random {
  /** Cryptographically strong bytes. */
  bytes(count: number): Uint8Array;
  /** A number in [0, 1): for jitter, never for secrets. */
  fraction(): number;
}

/** Bytes fetched at once, because one call of the system costs as much as thirty ids. */
const POOL_BYTES = 4_096;
/** Larger requests, such as keys, bypass the pool. */
const POOLED_BYTES = 16;

let pool: Uint8Array = new Uint8Array(0);
let taken = 0;

function pooled(count: number): Uint8Array {
  if (taken + count > pool.length) {
    // A copy, because `slice` of Node's Buffer would give a view, which is wiped below.
    pool = new Uint8Array(nodeRandomBytes(POOL_BYTES));
    taken = 0;
  }
  const bytes = pool.slice(taken, taken + count);
  // Wiped, so that a byte is given out only once.
  pool.fill(0, taken, taken + count);
  taken += count;
  return bytes;
}

export const systemRandom: Random = {
  bytes: (count) => (count <= POOLED_BYTES ? pooled(count) : nodeRandomBytes(count)),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
};

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A secret of this many base62 characters, each equally likely (5.95 bits a character). */
export function base62(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 = 4 × 62. Larger bytes would make some characters more likely.
    for (const byte of random.bytes(length))
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
  }
  return text;
}

/** Makes ids. Ids of one source sort by their creation, also within a millisecond and when the clock steps back. */
export interface IdSource {
  next<P extends IdPrefix>(prefix: P): Id<P>;
}

/** An id source over UUIDv7 (RFC 9562 section 5.7) with the 12-bit counter of section 6.2, method 1. */
export function createIdSource({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): IdSource {
  let lastMs = 0;
  let counter = 0;
  return {
    next(prefix) {
      const now = clock.now();
      if (now > lastMs) {
        lastMs = now;
        counter = 0;
      } else {
        counter += 1;
        if (counter > 0xfff) {
          lastMs += 1;
          counter = 0;
        }
      }
      const uuid = new Uint8Array(16);
      uuid.set(random.bytes(8), 8);
      new DataView(uuid.buffer).setUint16(0, Math.floor(lastMs / 2 ** 32));
      new DataView(uuid.buffer).setUint32(2, lastMs % 2 ** 32);
      uuid[6] = 0x70 | (counter >> 8);
      uuid[7] = counter & 0xff;
      uuid[8] = 0x80 | ((uuid[8] ?? 0) & 0x3f);
      return encodeId(prefix, uuid);
    },
  };
}
