import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '../../kit/fault.ts';

/** A text that is taken as it was sent, or not at all: nothing in it is replaced. Not ignoring a byte order mark takes it off. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Refuses a body that is compressed, or written in another encoding than UTF-8, which is the only one of JSON (RFC 8259, 8.1).
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

/** An escaped half of a surrogate pair can stand in JSON, but in no UTF-8: it would be stored as another character. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
/** With the flag `u` a whole pair is one character, and no surrogate. */
const HALF_PAIR = /\p{Surrogate}/u;

/** Whether all texts of a JSON value, names of members too, are whole Unicode. @param text that the value was read from */
export function isWholeUnicode(value: unknown, text: string): boolean {
  return !ESCAPED_SURROGATE.test(text) || isWhole(value);
}

/** The parser has bounded the depth already. */
function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return !HALF_PAIR.test(value);
  if (Array.isArray(value)) return value.every(isWhole);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => !HALF_PAIR.test(name) && isWhole(inner));
}
