import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAddress, normaliseHost } from '../../contracts/policy/host.ts';
import type { Clock } from '../../kit/clock.ts';
import { httpConnector } from '../dial/http-connector.ts';
import { MAX_PORTAL_HOSTS } from './wire.ts';

/** From the first address to the page with the form. */
const MAX_REDIRECTS = 4;
/** The names stand in the head and the form. */
const MAX_PAGE_BYTES = 262_144;
const MAX_LOCATION = 2_048;

/** How much of a tag is read (characters), so that a page of unfinished tags is not read again from each of them. */
const MAX_TAG = 2_048;
/** What a page loads or sends to; links that it only shows are not needed to sign in. */
const NEEDED =
  /^(?:script|link|img|iframe|frame|form|meta)\b[^>]*?\b(?:src|href|action|content)\s*=\s*["']?([^"'\s>]+)/i;

/**
 * The hosts, beside that of its address, that the sign-in page of a captive portal needs: those on the way to it by redirects, then those that it loads from and
 * sends to, at most eight. The page is a stranger's: it is asked without cookies, its certificate proves nothing, and no more of it is read than these names. Public
 * addresses without a name are left out. Never rejects; empty when the page cannot be had.
 * @param isOwn whether an address is this computer's: a stranger must not make us ask our own services
 */
export async function portalHosts(
  location: string,
  {
    signal,
    clock,
    isOwn = isOwnAddress,
  }: { readonly signal: AbortSignal; readonly clock: Clock; readonly isOwn?: IsOwn },
): Promise<readonly string[]> {
  const first = hostOf(location);
  const found = new Set<string>();
  try {
    const { Agent, buildConnector, request } = await import('undici');
    const dispatcher = new Agent({
      connect: httpConnector({
        build: buildConnector,
        lookup: lookupOutside(isOwn),
        clock,
        tls: { rejectUnauthorized: false },
      }),
    });
    try {
      let at = location;
      for (let hop = 0; hop <= MAX_REDIRECTS && isOutside(at, isOwn); hop++) {
        const { headers, body } = await request(at, { signal, dispatcher, reset: true });
        body.on('error', () => undefined);
        const next = redirectOf(headers.location, at);
        if (next === null) {
          for (const host of hostsIn(await readText(body), at)) found.add(host);
          break;
        }
        body.destroy();
        at = next;
        const host = hostOf(at);
        if (host !== null && isNeeded(host)) found.add(host);
      }
    } finally {
      await dispatcher.destroy();
    }
  } catch {
    // The portal does not answer, breaks off or speaks no http: what was found until then is used.
  }
  if (first !== null) found.delete(first);
  return [...found].slice(0, MAX_PORTAL_HOSTS);
}

/** Where a page loads from and sends to, in its order; nothing of it is run. */
export function hostsIn(page: string, base: string): readonly string[] {
  const hosts = page.split('<').flatMap((tag) => {
    const [, written = ''] = NEEDED.exec(tag.slice(0, MAX_TAG)) ?? [];
    const address = written.replace(/^\d+;url=/i, '').replaceAll('&amp;', '&');
    if (!/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, base)) return [];
    const host = hostOf(new URL(address, base).href);
    return host !== null && isNeeded(host) ? [host] : [];
  });
  return [...new Set(hosts)].slice(0, MAX_PORTAL_HOSTS);
}

/** An address that a browser would go to from another; null = there is none. */
export function redirectOf(location: string | string[] | undefined, base: string): string | null {
  if (typeof location !== 'string' || !URL.canParse(location, base)) return null;
  const { href, protocol } = new URL(location, base);
  return (protocol === 'http:' || protocol === 'https:') && href.length <= MAX_LOCATION ? href : null;
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? normaliseHost(new URL(address).hostname) : null;
}

/** Whether a host may be one of a portal's page: a name, or an address of the network itself. */
function isNeeded(host: string): boolean {
  return !isAddress(host) || rangeOf(host) === 'private' || rangeOf(host) === 'uniqueLocal';
}

type IsOwn = (address: string) => boolean;

const OWN_RANGES: ReadonlySet<string> = new Set(['loopback', 'unspecified', 'linkLocal']);

function isOwnAddress(address: string): boolean {
  return OWN_RANGES.has(rangeOf(address));
}

function isOutside(address: string, isOwn: IsOwn): boolean {
  const host = hostOf(address);
  if (host === null || host === 'localhost' || host.endsWith('.localhost')) return false;
  return !isAddress(host) || !isOwn(host);
}

function rangeOf(host: string): string {
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).range() : 'unspecified';
}

/** The system's look-up, without the addresses of this computer: a name can point anywhere. */
function lookupOutside(isOwn: IsOwn): LookupFunction {
  return (host, options, callback) => {
    systemLookup(host, { ...options, all: true }, (error, all) => {
      const found = error === null ? all.filter(({ address }) => !isOwn(address)) : [];
      const [first] = found;
      if (first === undefined) callback(error ?? new Error('the name leads to this computer'), []);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_PAGE_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_PAGE_BYTES).toString('utf8');
}
