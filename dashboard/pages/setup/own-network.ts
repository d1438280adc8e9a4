/** Addresses that say nothing about a place: this computer itself, and those without a network. */
const NO_PLACE = [/^127\./, /^169\.254\./, /^0\./, /^::1?$/, /^fe80:/i];
/** The private networks of IPv4 (RFC 1918): of one of them the school has more than the one address. */
const PRIVATE = [/^10\./, /^192\.168\./, /^172\.(?:1[6-9]|2\d|3[01])\./];

/**
 * The network of the address from which a person is signed in, as a campus may list it (CIDR): the 256 neighbours of a private address, a
 * public address alone, and a network of IPv6. Null = it says nothing about a place.
 */
export function ownNetwork(address: string | null): string | null {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  if (plain === '' || NO_PLACE.some((pattern) => pattern.test(plain))) return null;
  if (plain.includes(':')) return `${plain}/64`;
  if (!PRIVATE.some((pattern) => pattern.test(plain))) return `${plain}/32`;
  return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
}
