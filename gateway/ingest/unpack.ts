import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_UNPACKED_BYTES } from '../../contracts/mqtt/messages.ts';
import type { Refusal } from '../stats.ts';

const gunzipAside = promisify(gunzip);

/** Whether a payload is gzip: the magic of RFC 1952, section 2.3.1. No JSON text begins so. */
export function isPacked(payload: Buffer): boolean {
  return payload.length > 2 && payload[0] === 0x1f && payload[1] === 0x8b;
}

/**
 * Unpacks a gzipped payload on the thread pool, to at most 2 MiB: the work stops there, whatever the bomb would grow to.
 */
export async function unpack(
  payload: Buffer,
): Promise<{ readonly payload: Buffer } | { readonly refusal: Refusal }> {
  try {
    return { payload: await gunzipAside(payload, { maxOutputLength: MAX_UNPACKED_BYTES }) };
  } catch (error) {
    const tooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { refusal: tooLarge ? 'unpacked_too_large' : 'bad_gzip' };
  }
}
