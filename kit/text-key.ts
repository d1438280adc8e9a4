/**
 * The form in which names are compared, sorted and searched: without regard to case or to how a character is composed (Unicode NFKC). It is stored, so that
 * every database sorts alike.
 */
export function textKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Separates the fields of a search text, so that no search matches across two of them. */
const SEPARATOR = '\n';

/** Joins several fields into one search text. */
export function searchKey(fields: readonly (string | null)[]): string {
  return fields
    .filter((field) => field !== null)
    .map(textKey)
    .join(SEPARATOR);
}
