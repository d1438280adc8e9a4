import type { Network } from '../../ports/system-facts.ts';

/** The two names of a network. They never leave the device. */
export interface NamedNetwork {
  /** Made of the gateways' hardware addresses; the same as `place` while none of them is known. */
  readonly name: string;
  /** Made of the gateways' IP addresses, which many networks share. */
  readonly place: string;
}

/** The network that the server was reached in last; kept on disk. */
export interface ReachedStore {
  load(): NamedNetwork | null;
  /** Durable when it returns. @throws when it cannot be kept */
  save(network: NamedNetwork): void;
}

/**
 * Names the network that the computer is in; null = it has no gateway. The computer's own addresses do not count, because a new lease is no new
 * network. Nor does it count how many addresses a gateway has, because IPv6 comes some seconds after IPv4.
 */
export function networkName({ defaultGateways, addresses, wifi }: Network): NamedNetwork | null {
  if (defaultGateways.length === 0 || addresses.length === 0) return null;
  const named = (gateways: readonly string[]): string =>
    JSON.stringify([[...new Set(gateways)].sort(), wifi?.ssid ?? null]);
  const place = named(defaultGateways.map(({ address }) => address));
  const macs = defaultGateways.flatMap(({ mac }) => mac ?? []);
  return { name: macs.length === 0 ? place : named(macs), place };
}
