import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '../../kit/fault.ts';

/** Decodes strictly, without replacing anything. `ignoreBOM: false` removes a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Refuses a body that is compressed, or in an encoding other than UTF-8, the only one of JSON (RFC 8259, 8.1).
 * @throws Fault unsupported_media_type
 */
export function checkBodyEncoding(headers: IncomingHttpHeaders): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity')
    throw new Fault('unsupported_media_type', 'Bodies are taken uncompressed: leave "Content-Encoding" out.');
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new Fault('unsupported_media_type', 'Bodies are taken in UTF-8 alone.');
}

/** @throws Fault invalid_json for bytes that are not UTF-8 */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw notUtf8(error);
  }
}

function notUtf8(cause: unknown): Fault {
  return new Fault('invalid_json', 'The body is not UTF-8.', { cause });
}

/** An escaped half of a surrogate pair is valid in JSON but not in UTF-8. It would be stored as another character. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
/** With the flag `u` a whole pair is one character and does not match. */
const HALF_PAIR = /\p{Surrogate}/u;

/** Whether all strings of a JSON value, member names included, are well-formed Unicode. @param text that the value was read from */
export function isWholeUnicode(value: unknown, text: string): boolean {
  return !ESCAPED_SURROGATE.test(text) || isWhole(value);
}

/** Recursion is safe: the parser has bounded the depth already. */
function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return !HALF_PAIR.test(value);
  if (Array.isArray(value)) return value.every(isWhole);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => !HALF_PAIR.test(name) && isWhole(inner));
}
