import { Fault } from '../../kit/fault.ts';

/** Longest request target (bytes). It fits the filters of a list many times. */
export const MAX_TARGET_LENGTH = 8_192;

/** Escaped characters that mean the same unescaped (RFC 3986, 2.3). A path has no reason to escape them. */
const ESCAPED_UNRESERVED = /%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)/i;
/** An empty or dot segment, in the middle of a path or at its end. A path with a last slash is an address of its own. */
const CHANGING_SEGMENT = /\/(?:\/|\.{1,2}(?:\/|$))/;
/** All printable ASCII except `#`, which is never sent (RFC 9112, 3.2.1), and except the backslash, which browsers read as a slash. */
const PATH = /^\/[!-"$-[\]-~]*$/;
const QUERY = /^[!-"$-~]*$/;

/** The fault of a target that is longer than `MAX_TARGET_LENGTH`. */
export function targetTooLong(): Fault {
  return new Fault('uri_too_long', `An address may have at most ${MAX_TARGET_LENGTH} characters.`);
}

/**
 * Null for a request target in origin form that is in normalised spelling (RFC 3986, 6.2.2) and decodes; else the fault uri_too_long or
 * malformed_target. Other spellings are refused, so that every reader of an address, such as a proxy's rules, reads the same.
 */
export function targetFault(target: string): Fault | null {
  if (target.length > MAX_TARGET_LENGTH) return targetTooLong();
  const mark = target.indexOf('?');
  const [path, query] = mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
  if (!PATH.test(path) || !QUERY.test(query))
    return malformed('The address is not a path of printable ASCII; escape other characters as UTF-8.');
  if (ESCAPED_UNRESERVED.test(path) || CHANGING_SEGMENT.test(path))
    return malformed(
      'The address is not in its normal form: no escaped letters, no empty segments, no segments of dots.',
    );
  if (!isReadable(path) || !isReadable(query))
    return malformed('The address has an escape sequence that is malformed or not UTF-8.');
  return null;
}

function malformed(detail: string): Fault {
  return new Fault('malformed_target', detail);
}

/** Whether all escapes are complete and give UTF-8. Otherwise the text would be read differently from what was meant. */
function isReadable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
