import type { Clock } from '../../kit/clock.ts';
import type { ConnectivityAnswer } from './worker-side.ts';

/** A portal answers at once, or it is none. */
const TIMEOUT_MS = 4_000;
/** RFC 9110: nothing to say. The answer of a probe address when no portal stands between. */
const NO_CONTENT = 204;
const MAX_LOCATION = 2_048;

/**
 * Asks the probe address over plain http, as browsers and systems do; redirects are told, not followed. Any answer but 204 comes from something between. Never rejects.
 */
export async function probeConnectivity(
  url: string,
  { clock }: { readonly clock: Clock },
): Promise<ConnectivityAnswer> {
  if (!isPlainHttp(url)) return { result: 'unreachable' };
  const patience = new AbortController();
  const timer = clock.setTimeout(() => patience.abort(), TIMEOUT_MS).unref();
  try {
    // Not at the start: a worker that starts again is to answer names first, and this takes longer to load than all of that.
    const { request } = await import('undici');
    const { statusCode, headers, body } = await request(url, {
      signal: patience.signal,
      // A connection that is kept belongs to the network in which it was opened.
      reset: true,
      headers: { 'cache-control': 'no-cache' },
    });
    body.on('error', () => undefined).destroy();
    if (statusCode === NO_CONTENT) return { result: 'open' };
    return { result: 'portal', location: locationOf(headers.location, url) };
  } catch {
    return { result: 'unreachable' };
  } finally {
    timer.cancel();
  }
}

function isPlainHttp(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'http:';
}

/** Only an address that a browser would go to. */
function locationOf(location: string | string[] | undefined, base: string): string | null {
  if (typeof location !== 'string' || !URL.canParse(location, base)) return null;
  const { href, protocol } = new URL(location, base);
  return (protocol === 'http:' || protocol === 'https:') && href.length <= MAX_LOCATION ? href : null;
}
