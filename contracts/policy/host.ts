/** Longest host name and longest label in it (characters; RFC 1035 section 2.3.4). */
const MAX_HOST_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;
/** Longest input that is parsed. A name in Unicode is never longer than its ASCII form of 253 characters and some dots. */
const MAX_INPUT_LENGTH = 1_000;

const DOT = 46;

interface ParsedAddress {
  readonly hostname: string;
}
/** Browsers and Node have this class, but contracts are compiled with the types of neither. */
const { URL: WebAddress } = globalThis as unknown as { readonly URL: new (address: string) => ParsedAddress };

/**
 * A host in the form in which rules and requests are compared: lower case, ASCII (IDNA by the WHATWG URL standard), without trailing dots.
 * IPv4 is in its usual form, IPv6 in brackets and its shortest form. Underscores are allowed, because names in DNS have them.
 * @returns null when it is no host: empty, too long, with an empty label, a port, a path or a character that no host has
 */
export function normaliseHost(host: string): string | null {
  const length = lengthWithoutDots(host);
  if (length === 0 || length > MAX_INPUT_LENGTH) return null;
  const bare = length === host.length ? host : host.slice(0, length);
  switch (shapeOf(bare)) {
    case 'plain':
      return bare;
    case 'upper':
      return bare.toLowerCase();
    case 'other':
      return parsedHost(bare);
  }
}

/** Whether a host is a domain or lies below it. Both are normalised. An address lies only within itself. */
export function isWithinDomain(host: string, domain: string): boolean {
  if (host === domain) return true;
  return host.endsWith(domain) && host.charCodeAt(host.length - domain.length - 1) === DOT;
}

/** A normalised host and all domains above it, nearest first: `a.b.example`, `b.example`, `example`. An address has only itself. */
export function withParents(host: string): readonly string[] {
  const names = [host];
  for (let name = parentOf(host); name !== null; name = parentOf(name)) names.push(name);
  return names;
}

/** The domain just above a normalised host; null above a top-level name, and above an address. */
export function parentOf(host: string): string | null {
  const dot = host.indexOf('.');
  return dot < 0 || isAddress(host) ? null : host.slice(dot + 1);
}

/** Whether a normalised host is an IP address. No top-level name ends in a digit (WHATWG URL, “ends in a number”). */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || isDigit(host.charCodeAt(host.length - 1));
}

function lengthWithoutDots(host: string): number {
  let length = host.length;
  while (length > 0 && host.charCodeAt(length - 1) === DOT) length--;
  return length;
}

/** `plain`: a valid name as it is; `upper`: a valid name except for its case; `other`: anything else, possibly still a host. It runs for every request. */
function shapeOf(host: string): 'plain' | 'upper' | 'other' {
  if (host.length > MAX_HOST_LENGTH || isDigit(host.charCodeAt(host.length - 1))) return 'other';
  let upper = false;
  let labelStart = 0;
  for (let at = 0; at < host.length; at++) {
    const code = host.charCodeAt(at);
    if (code === DOT) {
      if (!isLabelLength(at - labelStart)) return 'other';
      labelStart = at + 1;
    } else if (isUpper(code)) upper = true;
    else if (!isNameCharacter(code)) return 'other';
  }
  if (!isLabelLength(host.length - labelStart)) return 'other';
  return upper ? 'upper' : 'plain';
}

function isLabelLength(length: number): boolean {
  return length >= 1 && length <= MAX_LABEL_LENGTH;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** a–z, 0–9, hyphen, underscore. */
function isNameCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || isDigit(code) || code === 45 || code === 95;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Characters that would end the host of a URL, or start another part. */
const NOT_IN_A_HOST = /[/\\?#@\s]/;

function parsedHost(host: string): string | null {
  if (NOT_IN_A_HOST.test(host)) return null;
  const v6 = host.includes(':');
  const written = v6 && !host.startsWith('[') ? `[${host}]` : host;
  if (v6 && !written.endsWith(']')) return null;
  const parsed = hostnameOf(`http://${written}/`);
  if (parsed === null || parsed.startsWith('[')) return parsed;
  const name = parsed.slice(0, lengthWithoutDots(parsed));
  return isAddress(name) || shapeOf(name) === 'plain' ? name : null;
}

function hostnameOf(address: string): string | null {
  try {
    return new WebAddress(address).hostname;
  } catch {
    return null; // null is the answer for a text that is not an address
  }
}
