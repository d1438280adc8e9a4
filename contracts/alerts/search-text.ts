/** Parameters in which search engines and shops carry what was typed. */
const SEARCH_PARAMETER = /[?&](?:q|query|p|text|wd|search|search_query|keyword|k)=([^&#]*)/i;

/** What somebody typed into a search box, as far as an activity record tells; null when it tells nothing. */
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
    // A broken escape: what stands there is still worth a look.
    return spaced;
  }
}
