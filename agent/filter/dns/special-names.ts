import { bypassKindOf } from '../bypass-names.ts';

/** A name that the resolver answers without policy. Names in lower case, without trailing dot. */
export type SpecialName =
  /** There is no such name: it tells programs to leave the system's resolver in charge, or belongs to another protocol. */
  | { readonly kind: 'absent' }
  /** As `absent`, but only while filtering. */
  | { readonly kind: 'guard' }
  /** There is no data of any type. */
  | { readonly kind: 'empty' }
  /** This computer. */
  | { readonly kind: 'own' }
  /** This computer; the first label was made up by the self-check, to see whether look-ups arrive here. */
  | { readonly kind: 'nonce'; readonly nonce: string }
  /** A name of the local network: asked of the network's own resolver only. */
  | { readonly kind: 'local' };

const SELF_CHECK_DOMAIN = 'self-check.schoolgate.internal';
const OWN_DOMAIN = 'schoolgate.internal';

const ABSENT: SpecialName = { kind: 'absent' };
const GUARD: SpecialName = { kind: 'guard' };
const EMPTY: SpecialName = { kind: 'empty' };
const OWN: SpecialName = { kind: 'own' };
const LOCAL: SpecialName = { kind: 'local' };

/** Top-level names without delegation for use inside of networks (RFC 6762 appendix G, RFC 8375, ICANN 2024 on `internal`). */
export const LOCAL_TOPS: ReadonlySet<string> = new Set([
  // RFC 6762 gives it to mDNS. But many schools have their own domain there, and their resolver knows its names.
  'local',
  'home',
  'lan',
  'intranet',
  'corp',
  'private',
  'internal',
  'localdomain',
  'localnet',
]);
/** Reverse zones of private and link-local IPv4 addresses (RFC 6303 section 4); those of 172.16/12 by their number. */
const REVERSE_IPV4 = /(?:^|\.)(?:10|168\.192|254\.169|(?:1[6-9]|2\d|3[01])\.172|127|0)\.in-addr\.arpa$/;
/** fc00::/7, fe80::/10 and `::`, `::1`. */
const REVERSE_IPV6 = /(?:^|\.)(?:[cd]\.f|[89ab]\.e\.f|(?:0\.){31}[01])\.ip6\.arpa$/;

/** The special use of a name; null = none. */
export function specialNameOf(name: string): SpecialName | null {
  if (isUnder(name, OWN_DOMAIN)) return ownName(name);
  if (name === 'use-application-dns.net' || name === 'wpad' || name.startsWith('wpad.')) return GUARD;
  if (name === '_dns.resolver.arpa' || isUnder(name, 'resolver.arpa')) return EMPTY;
  const top = name.slice(name.lastIndexOf('.') + 1);
  switch (top) {
    case 'localhost':
      return OWN;
    case 'onion':
    case 'invalid':
      return ABSENT;
    case 'arpa':
      return isUnder(name, 'home.arpa') || REVERSE_IPV4.test(name) || REVERSE_IPV6.test(name) ? LOCAL : null;
    default:
      return (top === name && name !== '') || LOCAL_TOPS.has(top) ? LOCAL : null;
  }
}

/** Whether a name is one that only the local network knows: without a dot, or below `lan`, `local` and the like. */
export function isLocalName(name: string): boolean {
  return specialNameOf(name)?.kind === 'local';
}

function ownName(name: string): SpecialName {
  if (!name.endsWith(`.${SELF_CHECK_DOMAIN}`)) return OWN;
  const nonce = name.slice(0, -SELF_CHECK_DOMAIN.length - 1);
  return nonce.includes('.') ? OWN : { kind: 'nonce', nonce };
}

function isUnder(name: string, domain: string): boolean {
  return name.endsWith(domain) && (name.length === domain.length || name.at(-domain.length - 1) === '.');
}

/** Whether a block of this name must say that there is none: systems take any address, even 0.0.0.0, for a sign that the service is there [Apple, Private Relay]. */
export function isAbsentWhenBlocked(name: string): boolean {
  const kind = bypassKindOf(name);
  return kind === 'doh' || kind === 'private_relay';
}
