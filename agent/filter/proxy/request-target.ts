import { isAddress, isWithinDomain, normaliseHost } from '../../../contracts/policy/host.ts';
import { isPrivateAddress } from '../local-access.ts';
import { OWN_NAME } from '../pages/own-name.ts';

/** Where a request wants to go. */
export interface HttpTarget {
  /** Normalised. */
  readonly host: string;
  readonly port: number;
  /** Path and query as they are judged and sent on (WHATWG URL): what is judged is what is asked for. */
  readonly path: string;
  /** Whole address without credentials and fragment. */
  readonly url: string;
}

export interface Authority {
  readonly host: string;
  readonly port: number;
}

/** An address as it may stand in a request: no blanks, no controls, and no byte whose reading depends on the reader. */
const PLAIN = /^[\x21-\x7e]+$/;
const HTTP = /^http:\/\//i;
const CONNECT_AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s:@/\\?#%[\]]+):(\d{1,5})$/i;

/** The target of a request in absolute form (RFC 9112 section 3.2.2); null when it is none, or not of plain http. */
export function readAbsoluteTarget(text: string): HttpTarget | null {
  if (!PLAIN.test(text) || !HTTP.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const host = normaliseHost(url.hostname);
  if (host === null) return null;
  return targetAt({ host, port: url.port === '' ? 80 : Number(url.port) }, `${url.pathname}${url.search}`);
}

/** The target of a request in origin form that came through a tunnel to a host; null when it is none. */
export function readOriginTarget(text: string, authority: Authority): HttpTarget | null {
  if (!text.startsWith('/') || !PLAIN.test(text)) return null;
  return readAbsoluteTarget(`http://${authorityText(authority)}${text}`);
}

/** The target of CONNECT (RFC 9110 section 9.3.6); null when it is none. */
export function readAuthority(text: string): Authority | null {
  const [, name, digits] = PLAIN.test(text) ? (CONNECT_AUTHORITY.exec(text) ?? []) : [];
  if (name === undefined || digits === undefined) return null;
  const host = normaliseHost(name);
  const port = Number(digits);
  return host === null || port < 1 || port > 65_535 ? null : { host, port };
}

/** As `Host` has it: without the port that http has anyway. */
export function authorityText({ host, port }: Authority): string {
  return port === 80 ? host : `${host}:${port}`;
}

/** Resolvers with encryption listen there; the firewall closes the same ports for all others. */
const RESOLVER_PORTS: ReadonlySet<number> = new Set([53, 853, 5053, 8853]);
const HTTPS_PORT = 443;
/** Below are the ports of mail, shells and resolvers, which must not be talked to through a browser (Fetch standard, "bad port"). */
const FIRST_FREE_PORT = 1_024;

/** Whether plain http may go to a port. */
export function isHttpPort(port: number): boolean {
  return port === 80 || (port >= FIRST_FREE_PORT && !RESOLVER_PORTS.has(port));
}

/** Whether a TLS tunnel may go to a port. @param wished beside 443, by policy */
export function isTlsPort(port: number, wished: readonly number[]): boolean {
  return port === HTTPS_PORT || (wished.includes(port) && !RESOLVER_PORTS.has(port));
}

/** Why a host must not be gone to, whatever policy says of it; `null` = it may. `computer`: this one. `private`: a device of a network beside it. */
export function specialHost(host: string): 'own' | 'computer' | 'private' | 'address' | null {
  if (host === OWN_NAME) return 'own';
  if (isWithinDomain(host, 'localhost') || isWithinDomain(host, OWN_NAME)) return 'computer';
  if (!isAddress(host)) return null;
  return /^(?:127\.|0\.|\[::1?\]$|\[::ffff:(?:7f|0:))/.test(host) ? 'computer' : addressKind(host);
}

function addressKind(host: string): 'private' | 'address' {
  return isPrivateAddress(host) ? 'private' : 'address';
}

function targetAt(authority: Authority, path: string): HttpTarget {
  return { ...authority, path, url: `http://${authorityText(authority)}${path}` };
}
