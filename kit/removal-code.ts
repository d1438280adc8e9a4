import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RemovalVerifier } from '../contracts/device/removal.ts';
import { canonicalCode, typedCode } from './typed-code.ts';

const HALF = 5;

/** Ten characters, 50 bits, as `XXXXX-XXXXX`. @param bytes at least ten, evenly spread */
export function formatRemovalCode(bytes: Uint8Array): string {
  return typedCode(bytes.subarray(0, 2 * HALF), HALF);
}

/** The verifier of a code, which the laptop stores. @param salt base64url */
export function removalVerifier(code: string, salt: string): RemovalVerifier {
  return { salt, hash: digest(code, salt).toString('base64url') };
}

/** Whether a typed code is right, in constant time. Case, spaces and hyphens are ignored; O counts as zero, I and L as one. */
export function isRemovalCode(typed: string, { salt, hash }: RemovalVerifier): boolean {
  const wanted = Buffer.from(hash, 'base64url');
  const given = digest(typed, salt);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/**
 * HMAC-SHA-256 instead of a slow hash: the gateway computes one for each target state that it sends, and the code is 50 random bits, not
 * chosen by a person. To read the verifier takes root on the laptop, and root can remove everything without a code (docs/security.md).
 */
function digest(code: string, salt: string): Buffer {
  return createHmac('sha256', Buffer.from(salt, 'base64url')).update(canonicalCode(code)).digest();
}
