/** The question, in the address. */
export interface ExplainSearch {
  /** An e-mail address, an id, or what was typed. */
  readonly user?: string | undefined;
  /** An id, or what was typed. */
  readonly device?: string | undefined;
  readonly url?: string | undefined;
  /** A moment with its zone, or a local time of the school. */
  readonly at?: string | undefined;
  readonly place?: ExplainPlace | undefined;
  readonly app?: string | undefined;
}

export type ExplainPlace = 'on-campus' | 'off-campus' | 'unknown';

const PLACES: readonly string[] = ['on-campus', 'off-campus', 'unknown'] satisfies readonly ExplainPlace[];

export function explainSearch(raw: Readonly<Record<string, unknown>>): ExplainSearch {
  const at = textOf(raw.at);
  const place = textOf(raw.place);
  return {
    user: textOf(raw.user),
    device: textOf(raw.device),
    url: textOf(raw.url),
    at: at === undefined || Number.isNaN(Date.parse(at)) ? undefined : at,
    place: isPlace(place) ? place : undefined,
    app: textOf(raw.app),
  };
}

export function isPlace(text: string | null | undefined): text is ExplainPlace {
  return typeof text === 'string' && PLACES.includes(text);
}

/** The router reads a bare number in the address as one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
