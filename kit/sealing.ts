import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from './random.ts';

/** Encrypts small secrets at rest (webhook secrets, stored answers that carry one). */
export interface Sealer {
  /** @param context what the text is for; opening needs the same, so that sealed texts cannot change places */
  seal(text: string, context: string): string;
  /** @throws Error when it was changed, or sealed with another key or context */
  open(sealed: string, context: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 's1.';

/** AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce; the key is derived by HKDF (RFC 5869) from 32 secret bytes. */
export function createSealer({
  masterKey,
  random,
}: {
  readonly masterKey: Uint8Array;
  readonly random: Random;
}): Sealer {
  if (masterKey.length !== 32) throw new RangeError('the master key has 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), 'schoolgate sealing 1', 32));
  return {
    seal(text, context) {
      const iv = random.bytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, context) {
      if (!sealed.startsWith(VERSION)) throw new Error('not a sealed text');
      const raw = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      if (raw.length < IV_BYTES + TAG_BYTES) throw new Error('a damaged sealed text');
      const decipher = createDecipheriv('aes-256-gcm', key, raw.subarray(0, IV_BYTES)).setAAD(
        Buffer.from(context),
      );
      decipher.setAuthTag(raw.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(raw.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}
