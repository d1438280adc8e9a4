import type { FailMode } from '../../../contracts/policy/settings.ts';
import { OWN_NAME } from '../pages/own-name.ts';

export interface PacFacts {
  readonly port: number;
  readonly failMode: FailMode;
  /** Whether the filter is on; while it is off a dead proxy must not cut the network. */
  readonly enforcing: boolean;
  /** What the captive portal's own page needs; it is reached directly. */
  readonly portalHosts: readonly string[];
}

/** Type by which all engines take it (Netscape's; browsers refuse others). */
export const PAC_TYPE = 'application/x-ns-proxy-autoconfig';
/** A captive portal's hosts and the fail mode change: browsers ask again after this (seconds). */
export const PAC_MAX_AGE_SECONDS = 60;

/**
 * The proxy auto-configuration of this computer's browsers, for all engines (ECMAScript 3, no look-ups: `dnsResolve` would wait for the network). All goes
 * to the proxy but this computer itself and a captive portal. With `failMode: closed` there is no way beside it.
 */
export function renderPac({ port, failMode, enforcing, portalHosts }: PacFacts): string {
  const proxy = `PROXY 127.0.0.1:${port}`;
  const way = failMode === 'open' || !enforcing ? `${proxy}; DIRECT` : proxy;
  const direct = Object.fromEntries(portalHosts.map((host) => [`h:${host.toLowerCase()}`, 1]));
  return `// Schoolgate. What this file says is decided on this computer; changing a copy of it changes nothing.
var direct = ${scriptText(direct)};
function FindProxyForURL(url, host) {
  var name = host.toLowerCase().replace(/^\\[|\\]$/g, '').replace(/\\.$/, '');
  if (name === ${scriptText(OWN_NAME)}) return ${scriptText(proxy)};
  if (name === 'localhost' || /\\.localhost$/.test(name) || name === '::1' || /^127(\\.\\d{1,3}){3}$/.test(name)) return 'DIRECT';
  if (direct['h:' + name] === 1) return 'DIRECT';
  return ${scriptText(way)};
}
`;
}

/** A value as JavaScript of any age: U+2028 and U+2029 end a line in old engines. */
function scriptText(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029<]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
