/** Limits of a JSON text. */
export interface JsonLimits {
  /** Most nested arrays and objects. */
  readonly depth: number;
  /** Most values in all, arrays and objects included; absent = unlimited. */
  readonly values?: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * Which limit a JSON text exceeds; null = none. It reads the text only, before anything is parsed: recursion over a deep value would overflow the stack, and a
 * million empty arrays cost a parser a thousand times what they cost to send. It stops at the first limit. The answer for a text that is no JSON is arbitrary.
 */
export function exceededJsonLimit(text: string, { depth, values }: JsonLimits): keyof JsonLimits | null {
  const most = values ?? Number.POSITIVE_INFINITY;
  let nesting = 0;
  // The first value of each array or object is counted with its bracket, each further value with its comma. The count is never too low.
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) count += 1;
    // [ and {, ] and } differ in one bit.
    else if ((code | 0x20) === 0x7b) {
      nesting += 1;
      count += 1;
      if (nesting > depth) return 'depth';
    } else if ((code | 0x20) === 0x7d) nesting -= 1;
    if (count > most) return 'values';
  }
  return null;
}

/** Index of the closing quote of the string that begins at `start`; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
