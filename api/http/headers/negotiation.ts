/** Media types of answers that every call gives. */
const JSON_TYPES: readonly string[] = ['application/json', 'application/problem+json', 'application/yaml'];

/** Other forms of an answer, by the name that `?format=` gives them: `csv` is `text/csv`. */
export type Formats = Readonly<Record<string, string>>;

interface Accepted {
  /** A media type, or a range of them. */
  readonly type: string;
  readonly quality: number;
}

/** Whether a client takes JSON, or one of the other forms of the answer (`Accept`, RFC 9110 section 12.5.1). No header takes anything. */
export function isAcceptable(header: string | undefined, formats: Formats = {}): boolean {
  if (header === undefined) return true;
  const accepted = readAccept(header);
  return [...JSON_TYPES, ...Object.values(formats)].some((type) => qualityOf(type, accepted) > 0);
}

/** The form that a client likes best; JSON where it does not mind. */
export function preferredFormat(header: string | undefined, formats: Formats): string {
  if (header === undefined) return 'json';
  const accepted = readAccept(header);
  let best = { name: 'json', quality: Math.max(...JSON_TYPES.map((type) => qualityOf(type, accepted))) };
  for (const [name, type] of Object.entries(formats)) {
    const quality = qualityOf(type, accepted);
    if (quality > best.quality) best = { name, quality };
  }
  return best.name;
}

function readAccept(header: string): readonly Accepted[] {
  return header.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters
      .map((text) => /^q=([\d.]{1,5})$/.exec(text)?.[1])
      .find((text) => text !== undefined);
    return { type, quality: quality === undefined ? 1 : Number(quality) };
  });
}

/** What is named most exactly counts. */
function qualityOf(type: string, accepted: readonly Accepted[]): number {
  for (const range of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const found = accepted.find((one) => one.type === range);
    if (found !== undefined) return found.quality || 0;
  }
  return 0;
}

/** Longer waits are cut to this: proxies give up after 60 s. */
const MAX_WAIT_SECONDS = 30;

/** Seconds of `wait` in a `Prefer` header (RFC 7240, 4.3), at most 30; 0 without. Names are compared without regard to case, values may be quoted. */
export function readWait(header: string | string[] | undefined): number {
  // What other preferences say in quotes is no preference.
  const plain = String(header ?? '').replaceAll(
    /([^\s,;="]+)\s*=\s*"([^"]*)"/g,
    (_all, name: string, value: string) => (name.toLowerCase() === 'wait' ? `wait=${value}` : name),
  );
  const seconds = /(?:^|[,;\s])wait\s*=\s*(\d{1,6})(?=\s*(?:[,;]|$))/i.exec(plain)?.[1];
  return seconds === undefined ? 0 : Math.min(MAX_WAIT_SECONDS, Number(seconds));
}
