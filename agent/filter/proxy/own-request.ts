import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A form with the longest address and note, escaped, is below this (bytes). */
const FORM_LIMIT_BYTES = 16_384;
/** Pages that a link may lead to from elsewhere: they only show, and cannot be framed. */
const LINKABLE: ReadonlySet<string> = new Set(['/', '/status', '/why']);

/** The names by which our own pages are asked for directly, with the port. Any other is a name that somebody let point here (DNS rebinding). */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host?.toLowerCase() ?? '');
}

/**
 * Whether a request comes from our own page, from the address bar, or from a program. A web page of another origin must neither read nor send anything here, whatever
 * the method; it may lead people to a page that only shows.
 * @param authority that of the page asked for
 */
export function isSameOrigin(
  {
    method,
    path,
    headers,
  }: { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders },
  authority: string,
): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${authority}`.toLowerCase()) return false;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  const shown = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return method === 'GET' && shown && LINKABLE.has(path);
}

/** The fields of a form in a request; null = it is none, too long, or broken off. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(request.headers['content-type'] ?? '')) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return null;
    length += chunk.length;
    if (length > FORM_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
