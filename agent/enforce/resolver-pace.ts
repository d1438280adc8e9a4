import type { Clock } from '../../kit/clock.ts';
import type { Network } from '../ports/system-facts.ts';

/** How often the system is asked which resolvers the network gave (milliseconds). */
export interface ResolverPace {
  /** The network as it is now. @returns whether its addresses or gateways are others */
  look(network: Network): boolean;
  periodMs(): number;
}

/** Resolvers may change without anything else; seldom. Each asking starts a few programs. */
const STEADY_MS = 30_000;
/** DHCP writes the resolvers a moment before or after the address. */
const UNSETTLED_MS = 2_000;
const SETTLED_AFTER_MS = 15_000;

export function createResolverPace(clock: Pick<Clock, 'monotonic'>): ResolverPace {
  let seen = '';
  let movedAt = Number.NEGATIVE_INFINITY;
  return {
    look({ addresses, defaultGateways }) {
      const now = JSON.stringify([addresses, defaultGateways.map(({ address }) => address)]);
      if (now === seen) return false;
      seen = now;
      movedAt = clock.monotonic();
      return true;
    },
    periodMs: () => (clock.monotonic() - movedAt < SETTLED_AFTER_MS ? UNSETTLED_MS : STEADY_MS),
  };
}
