import type { CampusState } from '../../../contracts/device/campus.ts';

export interface UpstreamFacts {
  readonly campus: CampusState;
  /** A captive portal is up: it answers with addresses of its own. */
  readonly portal: boolean;
  /** TLS fails for the computer's clock: DoH cannot be asked. */
  readonly clockWrong: boolean;
  /** Resolvers that the network gave, preferred ones first. */
  readonly network: readonly string[];
  /** What the school wants asked elsewhere (bundle). */
  readonly school: readonly string[];
}

/**
 * Whom the resolver asks: on campus the network's own (names of the school's own may be known there only), elsewhere the school's; each way the others come
 * after. In a portal, and with a wrong clock, only the network's.
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
