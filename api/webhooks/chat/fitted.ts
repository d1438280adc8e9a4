/**
 * Escapes a text and cuts it so that no more than `limit` UTF-16 units come out, with `…` where something was left out. Never cuts an escape or a
 * character in two: the services count characters in different ways, and this count is the largest of them.
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
