/** A text with `*` for any run of characters, prepared for matching. */
export interface Wildcard {
  /** The pieces between the stars, each with the table that makes its search linear. */
  readonly pieces: readonly Piece[];
}

interface Piece {
  readonly text: string;
  /** For each length of a matched part, the longest shorter part that still matches (Knuth, Morris, Pratt 1977). */
  readonly borders: Uint16Array;
}

/** Compiles a text. Runs of stars count as one. At most 65,535 characters. */
export function compileWildcard(pattern: string): Wildcard {
  return { pieces: pattern.split(/\*+/).map((text) => ({ text, borders: bordersOf(text) })) };
}

/** Whether a whole text matches. The time is linear in the text, whatever the pattern. */
export function matchesWhole({ pieces }: Wildcard, text: string): boolean {
  const last = pieces.at(-1)?.text ?? '';
  if (pieces.length === 1) return text === last;
  const end = text.length - last.length;
  const at = afterPieces(pieces, pieces.length - 1, text);
  return at !== null && at <= end && text.endsWith(last);
}

/** Whether a text begins with a match, as if the pattern ended in a star. */
export function matchesPrefix({ pieces }: Wildcard, text: string): boolean {
  return afterPieces(pieces, pieces.length, text) !== null;
}

/**
 * The place behind the first `count` pieces; null = they do not match. The first piece must be at the very start; each of the others is
 * taken as early as possible.
 */
function afterPieces(pieces: readonly Piece[], count: number, text: string): number | null {
  let at = 0;
  for (let index = 0; index < count; index++) {
    const piece = pieces[index];
    if (piece === undefined) break;
    const found = index === 0 ? atStart(piece, text) : find(piece, text, at);
    if (found < 0) return null;
    at = found + piece.text.length;
  }
  return at;
}

function atStart({ text: piece }: Piece, text: string): number {
  return text.startsWith(piece) ? 0 : -1;
}

/** Up to this length the engine's own search is as good: its worst case is slower by this factor. */
const SHORT_PIECE = 8;

function find({ text: piece, borders }: Piece, text: string, from: number): number {
  if (piece.length <= SHORT_PIECE) return text.indexOf(piece, from);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && piece.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (piece.charCodeAt(matched) === code) matched++;
    if (matched === piece.length) return at - matched + 1;
  }
  return -1;
}

function bordersOf(text: string): Uint16Array {
  const borders = new Uint16Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && text.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (text.charCodeAt(matched) === code) matched++;
    borders[at] = matched;
  }
  return borders;
}
