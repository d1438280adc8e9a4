import type { BypassKind } from '../../../../contracts/policy/bypass.ts';
import type { OutputOf } from '../../../channel/calls.ts';
import type { EgressAttempt } from '../../../ports/filter-control.ts';
import { TCP } from '../engine-rules.ts';
import type { HostTakes } from '../host/protocol.ts';

type Refused = OutputOf<HostTakes, 'wfp.attempts'>[number];

/** The account SYSTEM: Windows itself, and the agent. */
const SYSTEM = 'S-1-5-18';

/** The user id for anybody but the person at the screen (agent/filter/socket-owner.ts). */
const NOBODY = 65_534;

export interface AttemptsContext {
  /** See FilterGoal. */
  readonly networkResolvers: readonly string[];
  /** SID of the person at the screen; null = nobody is there, or it is not known. */
  readonly atScreen: string | null;
}

/**
 * What the set `filter` refused, as attempts. Left out: what SYSTEM tried, and look-ups at a resolver that the network gave. Users of Windows have no
 * numbers, so that an attempt belongs to the person at the screen or to nobody. Pure.
 */
export function attemptsOf(
  refused: readonly Refused[],
  { networkResolvers, atScreen }: AttemptsContext,
): readonly EgressAttempt[] {
  return refused.flatMap(({ filter, address, port, protocol, user, count }) => {
    const kind = kindOf(filter, protocol);
    const isUsual = kind === 'foreign_dns' && address !== null && networkResolvers.includes(address);
    if (kind === null || isUsual || user === SYSTEM || count === 0) return [];
    const uid = user !== null && user === atScreen ? null : NOBODY;
    return [{ kind, address, port, uid, count }];
  });
}

/** By the rule's name in engine-sets.ts; a long list of addresses is several filters with a number behind it. */
function kindOf(filter: string, protocol: number | null): BypassKind | null {
  if (filter === 'dns') return 'foreign_dns';
  // Without a protocol it counts as DNS over TLS, which is more common.
  if (filter === 'encrypted-dns') return protocol === null || protocol === TCP ? 'dot' : 'doq';
  if (filter === 'quic') return 'quic';
  if (filter === 'vpn-udp' || filter === 'vpn-tcp') return 'vpn';
  return /^doh(-\d+)?$/.test(filter) ? 'doh' : null;
}
