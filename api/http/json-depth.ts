/**
 * Whether a JSON text nests arrays and objects deeper than `limit`. Looks at the text alone, before anything is built of it: what walks over
 * a value by recursion would overflow the stack.
 */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** Where the string that begins at `start` has its closing quote; the end of the text when it has none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
