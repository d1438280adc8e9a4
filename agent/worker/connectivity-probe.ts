import { lookup } from 'node:dns';
import type { Clock } from '../../kit/clock.ts';
import { httpConnector } from '../dial/http-connector.ts';
import { portalHosts, redirectOf } from './portal-page.ts';
import type { ConnectivityAnswer } from './worker-side.ts';

/** How long a probe may take (milliseconds); a portal answers at once. */
const TIMEOUT_MS = 4_000;
/** The status of a probe address when no portal intercepts (RFC 9110). */
const NO_CONTENT = 204;

/**
 * Asks the probe address over plain http, as browsers and systems do. Any answer but 204 comes from a captive portal; the result then has the address
 * to which it sends a browser, and the hosts that the page there needs. Never rejects.
 */
export async function probeConnectivity(
  url: string,
  { clock }: { readonly clock: Clock },
): Promise<ConnectivityAnswer> {
  if (!isPlainHttp(url)) return { result: 'unreachable' };
  const patience = new AbortController();
  const timer = clock.setTimeout(() => patience.abort(), TIMEOUT_MS).unref();
  try {
    // Loaded only now: it takes longer to load than the whole worker, and a worker that starts again must answer names first.
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
