/** Crockford's Base32 (https://www.crockford.com/base32.html), without I, L, O and U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code that people type, five random bits a character: groups of this many characters with hyphens between. @param bytes evenly spread */
export function typedCode(bytes: Uint8Array, group: number): string {
  const text = Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
  const groups = Array.from({ length: Math.ceil(text.length / group) }, (_, at) =>
    text.slice(at * group, (at + 1) * group),
  );
  return groups.join('-');
}

/** The one form of a code, however it was typed. Case, spaces and hyphens are ignored; O counts as zero, I and L as one. */
export function canonicalCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
