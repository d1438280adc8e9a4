import ipaddr from 'ipaddr.js';

/** A range of addresses of one family. */
export interface AddressRange {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** Address blocks that no public name has a right to point at (RFC 6890): this host, loopback, private, link-local, multicast, reserved. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/3',
  // `::`, `::1` and the old IPv4-compatible addresses.
  '::/96',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map(readRange);

/** IPv6 prefixes that carry an IPv4 address in their last four bytes: mapped, translated (RFC 6052). */
const CARRIERS = ['::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'].map(readRange);

/** 6to4 (RFC 3056) carries it behind its prefix. */
const SIX_TO_FOUR = readRange('2002::/16');

/** @throws Error when it is no network in CIDR notation */
function readRange(cidr: string): AddressRange {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  return { bytes: address.toByteArray(), bits };
}

/** Reads networks in CIDR notation or single addresses. What is neither is left out, because a typing error must not break the filter. */
export function readRanges(networks: readonly string[]): readonly AddressRange[] {
  return networks.flatMap((network) => {
    if (ipaddr.isValidCIDR(network)) return [readRange(network)];
    if (!ipaddr.isValid(network)) return [];
    const bytes = ipaddr.parse(network).toByteArray();
    return [{ bytes, bits: bytes.length * 8 }];
  });
}

/** Whether the address at an offset (4 or 16 bytes) lies in a range. */
export function isInRange(message: Uint8Array, offset: number, { bytes, bits }: AddressRange): boolean {
  const whole = bits >> 3;
  for (let at = 0; at < whole; at++) if (message[offset + at] !== bytes[at]) return false;
  const rest = bits & 7;
  if (rest === 0) return true;
  const shift = 8 - rest;
  return (message[offset + whole] ?? 0) >> shift === (bytes[whole] ?? 0) >> shift;
}

/** Whether the address at an offset belongs to the public internet. An IPv6 address that carries an IPv4 one is judged by that. */
export function isPublicAddress(message: Uint8Array, offset: number, size: number): boolean {
  if (size === 16) {
    const isCarrier = CARRIERS.some((range) => isInRange(message, offset, range));
    if (isCarrier) return isPublicAddress(message, offset + 12, 4);
    if (isInRange(message, offset, SIX_TO_FOUR)) return isPublicAddress(message, offset + 2, 4);
  }
  return !NOT_PUBLIC.some((range) => range.bytes.length === size && isInRange(message, offset, range));
}

/** An address (4 or 16 bytes) as text; IPv6 as RFC 5952 writes it. */
export function addressText(address: Uint8Array): string {
  return ipaddr.fromByteArray([...address]).toString();
}

/** An address in text as bytes. @throws Error when it is none */
export function addressBytes(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray());
}
