import { crc32 } from 'node:zlib';
import { base62, type Random } from '../../../kit/random.ts';
import { sha256 } from '../../../kit/signing.ts';

/**
 * The text of an API key: `sgk_live_` or `sgk_test_`, 32 base62 characters, and 6 base62 characters of CRC32 (IEEE) over the 41 before. A
 * mistyped or invented key is refused without a query of the database.
 */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PATTERN = /^sgk_(?:live|test)_[0-9A-Za-z]{38}$/;

export type KeyMode = 'live' | 'test';

/** Makes a new key text. */
export function newApiKeyText(random: Random, mode: KeyMode): string {
  const body = `sgk_${mode}_${base62(random, SECRET_LENGTH)}`;
  return body + checksumOf(body);
}

/** Whether a text has the form of a key and a correct checksum. */
export function isApiKeyText(text: string): boolean {
  if (!PATTERN.test(text)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The SHA-256 of a key, base64url, which the store keeps. */
export function hashApiKey(text: string): string {
  return sha256(text);
}

/** The part of a key that may be shown later: `sgk_live_ab12…wx9z`. */
export function displayApiKey(text: string): string {
  return `${text.slice(0, 13)}…${text.slice(-4)}`;
}

function checksumOf(body: string): string {
  let value = crc32(body);
  let text = '';
  while (value > 0) {
    text = ALPHABET.charAt(value % 62) + text;
    value = Math.floor(value / 62);
  }
  return text.padStart(CHECKSUM_LENGTH, '0');
}
