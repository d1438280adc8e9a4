import { isIP } from 'node:net';

/** A resolver to ask. */
export type UpstreamAddress =
  | { readonly kind: 'plain'; readonly text: string; readonly address: string; readonly port: number }
  | {
      readonly kind: 'https';
      readonly text: string;
      readonly url: string;
      readonly host: string;
      /** The host's addresses where they are given; empty = ask the plain upstreams for them. */
      readonly addresses: readonly string[];
    };

const DNS_PORT = 53;
const V6_WITH_PORT = /^\[([^\]]+)\](?::(\d{1,5}))?$/;
const V4_WITH_PORT = /^([\d.]+):(\d{1,5})$/;

/**
 * Reads an upstream as `FilterState.upstreams` has it: an IP address, `address:port`, `[v6]:port`, or the `https://` address of a DoH resolver (RFC 8484),
 * after whose `#` may stand its addresses, with commas.
 * @returns null when it is none of these
 */
export function readUpstreamAddress(text: string): UpstreamAddress | null {
  if (text.startsWith('https://')) return readHttps(text);
  if (isIP(text) !== 0) return { kind: 'plain', text, address: text, port: DNS_PORT };
  const [, address = '', digits] = V6_WITH_PORT.exec(text) ?? V4_WITH_PORT.exec(text) ?? [];
  const port = digits === undefined ? DNS_PORT : Number(digits);
  if (isIP(address) === 0 || port < 1 || port > 65_535) return null;
  return { kind: 'plain', text, address, port };
}

function readHttps(text: string): UpstreamAddress | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const given = url.hash
    .slice(1)
    .split(',')
    .filter((address) => isIP(address) !== 0);
  url.hash = '';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? given : [host];
  return { kind: 'https', text, url: url.href, host, addresses };
}
