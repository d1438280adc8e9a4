import type { Network } from '../../ports/system-facts.ts';

/** A network by two names, that stay on the device. */
export interface NamedNetwork {
  /** By its gateways' hardware addresses; by `place` while none of them is known. */
  readonly name: string;
  /** By its gateways' addresses: many networks have the same. */
  readonly place: string;
}

/** The network that the server was reached in last; kept on disk. */
export interface ReachedStore {
  load(): NamedNetwork | null;
  /** Durable when it returns. @throws when it cannot be kept */
  save(network: NamedNetwork): void;
}

/**
 * Names the network that the computer is in; null = it has no way out. Its own addresses are no part of it: a new lease is no new network. Nor does it matter how many
 * addresses a gateway has: IPv6 comes some seconds after IPv4.
 */
export function networkName({ defaultGateways, addresses, wifi }: Network): NamedNetwork | null {
  if (defaultGateways.length === 0 || addresses.length === 0) return null;
  const named = (gateways: readonly string[]): string =>
    JSON.stringify([[...new Set(gateways)].sort(), wifi?.ssid ?? null]);
  const place = named(defaultGateways.map(({ address }) => address));
  const macs = defaultGateways.flatMap(({ mac }) => mac ?? []);
  return { name: macs.length === 0 ? place : named(macs), place };
}
