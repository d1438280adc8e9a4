import type { Clock } from '../../kit/clock.ts';
import type { Network } from '../ports/system-facts.ts';

/** Says how often to ask the system which resolvers the network gave (milliseconds). */
export interface ResolverPace {
  /** Takes the present network in. @returns whether its addresses or gateways have changed */
  look(network: Network): boolean;
  periodMs(): number;
}

/** While nothing else changes (milliseconds): resolvers seldom change alone, and each reading starts some programs. */
const STEADY_MS = 30_000;
/** Shortly after a change of the network (milliseconds): DHCP may write the resolvers a moment after the address. */
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
