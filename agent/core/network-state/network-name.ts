import type { Network } from '../../ports/system-facts.ts';

/**
 * Names the network that the computer is in; null = it has no way out. Its own addresses are no part of it: a new lease is no new network. The name stays on the
 * device.
 */
export function networkName({ defaultGateways, addresses, wifi }: Network): string | null {
  if (defaultGateways.length === 0 || addresses.length === 0) return null;
  const gateways = defaultGateways.map(({ address, mac }) => mac ?? address);
  return JSON.stringify([[...gateways].sort(), wifi?.ssid ?? null]);
}
