import ipaddr from 'ipaddr.js';

/** IP literals by family, each once, in numeric order. */
export interface AddressesByFamily {
  readonly v4: readonly string[];
  readonly v6: readonly string[];
}

/**
 * Sorts out a list for a firewall: canonical text (RFC 5952), IPv4-mapped addresses as IPv4. What is not an IP literal is left out,
 * so nothing else can reach a rule; so are zones (`%eth0`) and addresses of nobody (0.0.0.0, ::).
 */
export function addressesByFamily(addresses: readonly string[]): AddressesByFamily {
  const v4 = new Map<bigint, string>();
  const v6 = new Map<bigint, string>();
  for (const text of addresses) {
    if (text.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)))
      continue;
    const address = ipaddr.process(text);
    const value = addressNumber(address.toByteArray());
    if (value === 0n) continue;
    (address.kind() === 'ipv4' ? v4 : v6).set(value, address.toString());
  }
  return { v4: inOrder(v4), v6: inOrder(v6) };
}

function inOrder(addresses: ReadonlyMap<bigint, string>): readonly string[] {
  return [...addresses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}

/** A range of addresses of one family, both ends included, as numbers. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly from: bigint;
  readonly to: bigint;
}

/** The whole of each family. */
export const ALL_V4: AddressRange = { family: 4, from: 0n, to: 2n ** 32n - 1n };
export const ALL_V6: AddressRange = { family: 6, from: 0n, to: 2n ** 128n - 1n };

/** The range of an address or a network (`10.0.0.0/8`). @throws when it is neither: only for constants and checked addresses */
export function rangeOf(text: string): AddressRange {
  const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : hostOf(text);
  const bytes = address.toByteArray();
  const size = 2n ** BigInt(bytes.length * 8 - bits);
  const from = (addressNumber(bytes) / size) * size;
  return { family: bytes.length === 4 ? 4 : 6, from, to: from + size - 1n };
}

function hostOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.parse(text);
  return [address, address.toByteArray().length * 8];
}

/**
 * The ranges of addresses and networks of a list, in order, each once, overlapping ones as one. What is neither is left out, so nothing else can reach a rule; so is
 * a whole family (`0.0.0.0/0`), which is no list of servers.
 */
export function networkRanges(texts: readonly string[]): readonly AddressRange[] {
  const ranges = texts.filter(isAddressOrNetwork).map(rangeOf);
  // The complement of the complement is the given ranges, in order and without overlap.
  return [ALL_V4, ALL_V6].flatMap((all) => complement(all, complement(all, ranges)));
}

function isAddressOrNetwork(text: string): boolean {
  if (text.includes('%')) return false;
  const [address = '', bits] = text.split('/');
  if (!(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address))) return false;
  return bits === undefined || (ipaddr.isValidCIDR(text) && Number(bits) > 0);
}

/** What is left of a range without the given ones, as the fewest ranges in order. Those of the other family take nothing away. */
export function complement(all: AddressRange, without: readonly AddressRange[]): readonly AddressRange[] {
  const { family } = all;
  const taken = without
    .filter((range) => range.family === family && range.to >= all.from && range.from <= all.to)
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const left: AddressRange[] = [];
  let next = all.from;
  for (const { from, to } of taken) {
    if (from > next) left.push({ family, from: next, to: from - 1n });
    if (to >= next) next = to + 1n;
  }
  if (next <= all.to) left.push({ family, from: next, to: all.to });
  return left;
}

/** A range as `first-last`, or the one address. */
export function rangeText({ family, from, to }: AddressRange): string {
  return from === to ? addressText(from, family) : `${addressText(from, family)}-${addressText(to, family)}`;
}

/** A range as the fewest networks, for firewalls that know no ranges; one address without its length. */
export function rangeNetworks({ family, from, to }: AddressRange): readonly string[] {
  const width = family === 4 ? 32 : 128;
  const networks: string[] = [];
  for (let next = from; next <= to; ) {
    let bits = 0;
    // As wide as the start is round, and as the end allows.
    while (bits < width && next % 2n ** BigInt(bits + 1) === 0n && next + 2n ** BigInt(bits + 1) - 1n <= to)
      bits += 1;
    networks.push(bits === 0 ? addressText(next, family) : `${addressText(next, family)}/${width - bits}`);
    next += 2n ** BigInt(bits);
  }
  return networks;
}

function addressText(value: bigint, family: 4 | 6): string {
  const hex = value.toString(16).padStart(family === 4 ? 8 : 32, '0');
  return ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString();
}

function addressNumber(bytes: readonly number[]): bigint {
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}
