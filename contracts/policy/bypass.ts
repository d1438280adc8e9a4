/** Attempts to bypass the filter that a device notices and stops. */
export const BYPASS_KINDS = [
  // A foreign resolver was asked on port 53. Our resolver gave the answer.
  'foreign_dns',
  'dot',
  'doq',
  'doh',
  'quic',
  'ech',
  'private_relay',
  // An address without a name, in the browser or in TLS without a server name.
  'unnamed_host',
  // The requested address is not one that our resolver gives for the name: a hosts file, or a flag for the resolver.
  'false_address',
  'vpn',
  'tor',
  // Our own proxy was asked for a destination that it must not reach.
  'proxy_misuse',
  // A container or virtual machine on the laptop.
  'guest',
] as const;
export type BypassKind = (typeof BYPASS_KINDS)[number];
