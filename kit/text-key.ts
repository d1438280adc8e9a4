/**
 * The form in which names are compared, sorted and searched: it ignores case and the composition of characters (Unicode NFKC). It is
 * computed here and stored, so that every database sorts alike.
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
