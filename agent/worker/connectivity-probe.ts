import { lookup } from 'node:dns';
import type { Clock } from '../../kit/clock.ts';
import { httpConnector } from '../dial/http-connector.ts';
import { portalHosts, redirectOf } from './portal-page.ts';
import type { ConnectivityAnswer } from './worker-side.ts';

/** A portal answers at once, or it is none. */
const TIMEOUT_MS = 4_000;
/** RFC 9110: nothing to say. The answer of a probe address when no portal stands between. */
const NO_CONTENT = 204;

/**
 * Asks the probe address over plain http, as browsers and systems do. Any answer but 204 comes from something between: where it sends a browser is told, and what the page
 * there needs. Never rejects.
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
    const { Agent, buildConnector, request } = await import('undici');
    const dispatcher = new Agent({
      connect: httpConnector({ build: buildConnector, lookup, clock, tls: {} }),
    });
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher,
        signal: patience.signal,
        // A connection that is kept belongs to the network in which it was opened.
        reset: true,
        headers: { 'cache-control': 'no-cache' },
      });
      body.on('error', () => undefined).destroy();
      if (statusCode === NO_CONTENT) return { result: 'open' };
      const location = redirectOf(headers.location, url);
      const hosts = location === null ? [] : await portalHosts(location, { signal: patience.signal, clock });
      return { result: 'portal', location, hosts };
    } finally {
      await dispatcher.destroy();
    }
  } catch {
    return { result: 'unreachable' };
  } finally {
    timer.cancel();
  }
}

function isPlainHttp(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'http:';
}
