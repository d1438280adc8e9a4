import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RemovalVerifier } from '../contracts/device/removal.ts';

/** Crockford's Base32 (https://www.crockford.com/base32.html): no I, L, O or U, which people take for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 5;

/** Ten characters, 50 bits, as `XXXXX-XXXXX`. @param bytes at least ten, evenly spread */
export function formatRemovalCode(bytes: Uint8Array): string {
  const text = Array.from(bytes.subarray(0, 2 * HALF), (byte) => ALPHABET[byte & 31]).join('');
  return `${text.slice(0, HALF)}-${text.slice(HALF)}`;
}

/** What a laptop learns of its code. @param salt base64url */
export function removalVerifier(code: string, salt: string): RemovalVerifier {
  return { salt, hash: digest(code, salt).toString('base64url') };
}

/** Whether somebody typed the right code, in constant time. Case, spaces and hyphens do not count; an O is a zero, an I or L a one. */
export function isRemovalCode(typed: string, { salt, hash }: RemovalVerifier): boolean {
  const wanted = Buffer.from(hash, 'base64url');
  const given = digest(typed, salt);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/**
 * HMAC-SHA-256 and no slow hash: the gateway computes one for each target state that it sends, and the code is no word of a person but 50 random bits. Who can
 * read the verifier has root on the laptop, and with root all can be taken off without a code (docs/security.md).
 */
function digest(code: string, salt: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHmac('sha256', Buffer.from(salt, 'base64url')).update(plain).digest();
}
