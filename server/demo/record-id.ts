import type { Random } from '../../kit/random.ts';

/** An id for a record or a nonce: 128 random bits in base64url. */
export function recordId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('base64url');
}
