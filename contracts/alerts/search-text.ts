/** Query parameters in which search engines and shops carry the typed text. */
const SEARCH_PARAMETER = /[?&](?:q|query|p|text|wd|search|search_query|keyword|k)=([^&#]*)/i;

/** The text that a person typed into a search box, from an activity record; null = the record holds none. */
export function searchTextOf(record: {
  readonly kind: string;
  readonly title?: string | null;
  readonly url?: string | null;
}): string | null {
  if (record.kind === 'search' && record.title != null && record.title.trim() !== '') return record.title;
  const typed = record.url == null ? undefined : SEARCH_PARAMETER.exec(record.url)?.[1];
  return typed === undefined || typed === '' ? null : decoded(typed);
}

function decoded(typed: string): string {
  const spaced = typed.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A broken escape; the text is still worth a look.
    return spaced;
  }
}
