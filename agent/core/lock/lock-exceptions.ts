import { isCrisisHelpOpen, type LockedBy } from '../../../contracts/policy/crisis.ts';
import type { FilterSettings } from '../../../contracts/policy/settings.ts';
import type { LockedNetwork } from '../../ports/network-lock.ts';

/** What a lock may leave open beside the server. Only a device with a filter has such exceptions, because they are decided by name. */
export type LockExceptions = Pick<LockedNetwork, 'resolvers' | 'crisisHelp' | 'portalAddresses'>;

export interface LockExceptionFacts {
  readonly lockedBy: LockedBy;
  /** Null = not known yet: the stricter setting counts. */
  readonly settings: Pick<FilterSettings, 'lockAllowCrisisHelp' | 'lockAllowPortal'> | null;
  /** The server has not been reached for a while: its addresses may have changed. */
  readonly serverLost: boolean;
  /** Whether this system can open crisis help to the worker alone; where it cannot, open resolvers would be a tunnel for all. */
  readonly canOpenHelp: boolean;
  /** IP addresses that the network gave. */
  readonly networkResolvers: readonly string[];
  readonly gateways: readonly string[];
  /** Where a captive portal sends browsers; null = none is known. */
  readonly portalLocation: string | null;
}

/**
 * Decides what a lock leaves open. Look-ups of the worker are open only where there is something to look up: a locked device that asks no resolver
 * cannot be used as a tunnel. Each list is sorted, so that equal facts give equal exceptions.
 */
export function lockExceptions(facts: LockExceptionFacts): LockExceptions {
  const { lockedBy, settings, networkResolvers, gateways, portalLocation } = facts;
  const crisisHelp = facts.canOpenHelp && isCrisisHelpOpen(lockedBy, settings);
  // In a lock our resolver answers the server's names only. Where programs could ask the network's resolver past ours, look-ups stay closed.
  const lookUps = facts.serverLost && facts.canOpenHelp;
  const portal = settings?.lockAllowPortal === true;
  const portalHosts = portalLocation === null ? [] : [hostnameOf(portalLocation)];
  return {
    resolvers: crisisHelp || portal || lookUps ? sorted(networkResolvers) : [],
    crisisHelp,
    // The lock leaves out what is no address in this list.
    portalAddresses: portal ? sorted([...gateways, ...portalHosts]) : [],
  };
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
