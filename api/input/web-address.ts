import { normaliseHost } from '../../contracts/policy/host.ts';
import { fieldFault } from './field-fault.ts';

/** An address to judge: the host in the form that rules compare, and the whole URL where more than a host is given. */
export interface WebAddress {
  readonly host: string;
  readonly url: string | null;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Reads a URL or a host (`play.example`, also with a port or a path).
 * @param pointer of the member of the body
 * @throws Fault validation_failed when it is neither, or not of http, https, ws or wss
 */
export function readWebAddress(text: string, pointer: string): WebAddress {
  const given = text.trim();
  const alone = normaliseHost(given);
  if (alone !== null) return { host: alone, url: null };
  const url = parse(SCHEME.test(given) ? given : `https://${given}`);
  const host = url === null ? null : normaliseHost(url.hostname);
  if (url === null || host === null)
    throw fieldFault(pointer, 'url', 'This is neither a web address nor a host.');
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol))
    throw fieldFault(pointer, 'url', 'Only http and https are filtered.');
  return { host, url: url.href };
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
