import ipaddr from 'ipaddr.js';
import type { FailMode } from '../../../contracts/policy/settings.ts';
import { LOCAL_TOPS } from '../dns/special-names.ts';
import { OWN_NAME } from './own-name.ts';

export interface PacFacts {
  readonly port: number;
  readonly failMode: FailMode;
  /** Whether the filter is on; while it is off a dead proxy must not cut the network. */
  readonly enforcing: boolean;
  /** What the captive portal's own page needs; it is reached directly. */
  readonly portalHosts: readonly string[];
  /** Networks beside the computer whose devices may be opened, CIDR; they are reached directly, so that the browser's own guard knows them. */
  readonly localNetworks: readonly string[];
}

/** Type by which all engines take it (Netscape's; browsers refuse others). */
export const PAC_TYPE = 'application/x-ns-proxy-autoconfig';
/** A captive portal's hosts and the fail mode change: browsers ask again after this (seconds). */
export const PAC_MAX_AGE_SECONDS = 60;

/**
 * The proxy auto-configuration of this computer's browsers, for all engines (ECMAScript 3, no look-ups: `dnsResolve` would wait for the network). All goes
 * to the proxy but this computer itself, a captive portal, and the devices of a local network that may be opened. With `failMode: closed` there is no way beside it.
 */
export function renderPac({ port, failMode, enforcing, portalHosts, localNetworks }: PacFacts): string {
  const proxy = `PROXY 127.0.0.1:${port}`;
  const way = failMode === 'open' || !enforcing ? `${proxy}; DIRECT` : proxy;
  const direct = Object.fromEntries(portalHosts.map((host) => [`h:${host.toLowerCase()}`, 1]));
  const networks = localNetworks.flatMap(ipv4Range);
  const tops = localNetworks.length === 0 ? [] : [...LOCAL_TOPS, 'arpa'];
  return `// Schoolgate. What this file says is decided on this computer; changing a copy of it changes nothing.
var direct = ${scriptText(direct)};
var networks = ${scriptText(networks)};
var tops = ${scriptText(Object.fromEntries(tops.map((top) => [`t:${top}`, 1])))};
function isLocal(name) {
  var parts = /^(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})$/.exec(name);
  if (parts === null) {
    var top = name.slice(name.lastIndexOf('.') + 1);
    if (top === 'arpa') return tops['t:arpa'] === 1 && /\\.home\\.arpa$/.test(name);
    return tops['t:' + top] === 1 || (top === name && tops['t:lan'] === 1 && !/:/.test(name));
  }
  var value = ((parts[1] * 256 + +parts[2]) * 256 + +parts[3]) * 256 + +parts[4];
  for (var i = 0; i < networks.length; i++) if (value >= networks[i][0] && value <= networks[i][1]) return true;
  return false;
}
function FindProxyForURL(url, host) {
  var name = host.toLowerCase().replace(/^\\[|\\]$/g, '').replace(/\\.$/, '');
  if (name === ${scriptText(OWN_NAME)}) return ${scriptText(proxy)};
  if (name === 'localhost' || /\\.localhost$/.test(name) || name === '::1' || /^127(\\.\\d{1,3}){3}$/.test(name)) return 'DIRECT';
  if (direct['h:' + name] === 1) return 'DIRECT';
  if (isLocal(name)) return 'DIRECT';
  return ${scriptText(way)};
}
`;
}

/** First and last address of an IPv4 network, as numbers. Others are left to the proxy. */
function ipv4Range(cidr: string): readonly (readonly [number, number])[] {
  if (!ipaddr.IPv4.isValidCIDR(cidr)) return [];
  const number = (address: ipaddr.IPv4): number =>
    address.toByteArray().reduce((value, byte) => value * 256 + byte, 0);
  const from = number(ipaddr.IPv4.networkAddressFromCIDR(cidr));
  return [[from, from + 2 ** (32 - ipaddr.IPv4.parseCIDR(cidr)[1]) - 1]];
}

/** A value as JavaScript of any age: U+2028 and U+2029 end a line in old engines. */
function scriptText(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029<]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
