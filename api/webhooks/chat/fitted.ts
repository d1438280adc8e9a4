/**
 * Escapes a text and cuts the result to at most `limit` UTF-16 units, with `…` where something was left out. It never cuts an escape or a
 * character in two. The services count characters in different ways; this count is the largest.
 */
export function fitted(
  text: string,
  limit: number,
  escaped: (character: string) => string = (character) => character,
): string {
  let whole = '';
  let cut = '';
  for (const character of text) {
    whole += escaped(character);
    if (whole.length <= limit - 1) cut = whole;
    if (whole.length > limit) return `${cut}…`;
  }
  return whole;
}
