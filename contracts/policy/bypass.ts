/** Ways round the filter that a device notices and stops. */
export const BYPASS_KINDS = [
  // A resolver that is not ours was asked on port 53. The answer was ours.
  'foreign_dns',
  'dot',
  'doq',
  'doh',
  'quic',
  'ech',
  'private_relay',
  // An address without a name: in the browser, or TLS without a server name.
  'unnamed_host',
  // The address that was asked for is not where our resolver finds the name: hosts file, resolver flag.
  'false_address',
  'vpn',
  'tor',
  // Our own proxy was asked to go where it may not.
  'proxy_misuse',
  // A container or virtual machine on the laptop.
  'guest',
] as const;
export type BypassKind = (typeof BYPASS_KINDS)[number];
