import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_UNPACKED_BYTES } from '../../contracts/mqtt/messages.ts';
import type { Refusal } from '../limits/stats.ts';

const gunzipAside = promisify(gunzip);

/** Whether a payload is gzip: the magic of RFC 1952, section 2.3.1. No JSON text begins so. */
export function isPacked(payload: Buffer): boolean {
  return payload.length > 2 && payload[0] === 0x1f && payload[1] === 0x8b;
}

/** What came of a payload, and how many bytes were unpacked for it. */
export type Unpacked = { readonly bytes: number } & (
  | { readonly payload: Buffer }
  | { readonly refusal: Refusal }
);

/**
 * Unpacks a gzipped payload on the thread pool, to at most 2 MiB: the work stops there, whatever the bomb would grow to. What is refused
 * counts as the most: a damage can stand at the very end.
 */
export async function unpack(packed: Buffer): Promise<Unpacked> {
  try {
    const payload = await gunzipAside(packed, { maxOutputLength: MAX_UNPACKED_BYTES });
    return { payload, bytes: payload.length };
  } catch (error) {
    const tooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { refusal: tooLarge ? 'unpacked_too_large' : 'bad_gzip', bytes: MAX_UNPACKED_BYTES };
  }
}
