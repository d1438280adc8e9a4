/** Media types that every call can answer with. */
const JSON_TYPES: readonly string[] = ['application/json', 'application/problem+json', 'application/yaml'];

/** The media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** Other forms of an answer, by the name that `?format=` gives them: `csv` is `text/csv`. */
export type Formats = Readonly<Record<string, string>>;

interface Accepted {
  /** A media type, media range or content coding. */
  readonly type: string;
  readonly quality: number;
}

/** Whether a client accepts JSON or another form of the answer (`Accept`, RFC 9110 section 12.5.1). A missing header accepts everything. */
export function isAcceptable(header: string | undefined, formats: Formats = {}): boolean {
  if (header === undefined) return true;
  const accepted = readAccept(header);
  return [...JSON_TYPES, ...Object.values(formats)].some((type) => qualityOf(type, accepted) > 0);
}

/** The form that a client prefers; JSON when it has no preference. */
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

/** The quality of a media type. The most specific range counts. */
function qualityOf(type: string, accepted: readonly Accepted[]): number {
  for (const range of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const found = accepted.find((one) => one.type === range);
    if (found !== undefined) return found.quality || 0;
  }
  return 0;
}

/** A content coding that the server can send. */
export type Coding = 'br' | 'gzip';

/** The coding that a client takes (`Accept-Encoding`, RFC 9110 section 12.5.3); null = none, or the plain answer is preferred. */
export function preferredCoding(header: string | string[] | undefined): Coding | null {
  if (header === undefined) return null;
  const accepted = readAccept(String(header));
  const qualityOfCoding = (name: string): number | undefined =>
    (accepted.find(({ type }) => type === name) ?? accepted.find(({ type }) => type === '*'))?.quality;
  const [br, gzip] = [qualityOfCoding('br') || 0, qualityOfCoding('gzip') || 0];
  const plain = accepted.find(({ type }) => type === 'identity')?.quality || 0;
  if (Math.max(br, gzip) === 0 || plain > Math.max(br, gzip)) return null;
  return br >= gzip ? 'br' : 'gzip';
}

/** Longer waits are shortened to this, because proxies give up after 60 s. */
const MAX_WAIT_SECONDS = 30;

/** The seconds of `wait` in a `Prefer` header (RFC 7240, 4.3), at most 30; 0 when absent. Names ignore case, and values may be quoted. */
export function readWait(header: string | string[] | undefined): number {
  // Text inside the quotes of other preferences does not count.
  const plain = String(header ?? '').replaceAll(
    /([^\s,;="]+)\s*=\s*"([^"]*)"/g,
    (_all, name: string, value: string) => (name.toLowerCase() === 'wait' ? `wait=${value}` : name),
  );
  const seconds = /(?:^|[,;\s])wait\s*=\s*(\d{1,6})(?=\s*(?:[,;]|$))/i.exec(plain)?.[1];
  return seconds === undefined ? 0 : Math.min(MAX_WAIT_SECONDS, Number(seconds));
}
