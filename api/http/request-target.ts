import { Fault } from '../../kit/fault.ts';

/** Longer targets are refused before they are looked at (bytes); filters of a list fit many times. */
export const MAX_TARGET_LENGTH = 8_192;

/** Characters that mean the same whether they are escaped or not (RFC 3986, 2.3): nobody has a reason to escape them in a path. */
const ESCAPED_UNRESERVED = /%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)/i;
/** A segment that is empty or made of dots, in the middle of a path or at its end. A last slash is an address of its own. */
const CHANGING_SEGMENT = /\/(?:\/|\.{1,2}(?:\/|$))/;
/** All printable ASCII but `#`, which is never sent (RFC 9112, 3.2.1), and in the path but the backslash, which browsers take for a slash. */
const PATH = /^\/[!-"$-[\]-~]*$/;
const QUERY = /^[!-"$-~]*$/;

/** The fault of a target of more than `MAX_TARGET_LENGTH`. */
export function targetTooLong(): Fault {
  return new Fault('uri_too_long', `An address may have at most ${MAX_TARGET_LENGTH} characters.`);
}

/**
 * Null for a request target in origin form that is written the one way it is written when normalised (RFC 3986, 6.2.2), and that can be read whole;
 * else the fault: uri_too_long or malformed_target. Another spelling is refused, so that whatever reads an address beside us, such as a proxy's rules, reads
 * the same.
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

/** Whether all escapes are whole and give UTF-8; what is not would be taken as other text than was meant. */
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
