import type { CampusState } from '../../../contracts/device/campus.ts';

export interface UpstreamFacts {
  readonly campus: CampusState;
  /** A captive portal is up: it answers with addresses of its own. */
  readonly portal: boolean;
  /** TLS fails because of the computer's clock, so that DoH cannot be asked. */
  readonly clockWrong: boolean;
  /** Resolvers that the network gave, preferred ones first. */
  readonly network: readonly string[];
  /** Resolvers that the school wants asked outside of its campus (from the bundle). */
  readonly school: readonly string[];
}

/**
 * The upstreams that the resolver asks, in order. On campus the network's own come first, since only they may know the school's internal names;
 * elsewhere the school's come first. In a portal, and with a wrong clock, only the network's are asked.
 */
export function chooseUpstreams({
  campus,
  portal,
  clockWrong,
  network,
  school,
}: UpstreamFacts): readonly string[] {
  if ((portal || clockWrong) && network.length > 0) return network;
  const order =
    campus === 'on-campus' || school.length === 0 ? [...network, ...school] : [...school, ...network];
  return [...new Set(order)];
}
