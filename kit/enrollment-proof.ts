import { createHash } from 'node:crypto';
import { sha256 } from './signing.ts';

/** Without I, L, O and U, so that a code can be read out. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 60 bits: nobody finds a key with the same code while an administrator compares. */
const CODE_CHARACTERS = 12;

/** What a device signs with its old key to replace it. It is valid for this token and this new key alone, so whoever sees it cannot use it for another key. */
export function formerKeyClaim(token: string, publicKey: string): string {
  return sha256(`${token.trim()} ${publicKey}`);
}

/** A short name of a public key for two people to compare: `4F7K-2M9Q-XW3B`. */
export function confirmationCode(publicKey: string): string {
  const digest = createHash('sha256').update(publicKey).digest();
  const characters = Array.from(digest.subarray(0, CODE_CHARACTERS), (byte) => ALPHABET.charAt(byte & 31));
  return (characters.join('').match(/.{4}/g) ?? []).join('-');
}
