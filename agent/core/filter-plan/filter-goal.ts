import type { FilterSettings } from '../../../contracts/policy/settings.ts';
import type { FilterGoal } from '../../ports/filter-control.ts';

export interface GoalFacts {
  /** Null: there is no bundle, and so no filter. */
  readonly settings: FilterSettings | null;
  readonly portal: boolean;
  readonly portalAddresses: readonly string[];
  readonly workerUid: number;
  readonly ports: FilterGoal['ports'];
  readonly networkResolvers: readonly string[];
  readonly dohAddresses: readonly string[];
  readonly upstreams: readonly string[];
  /** CIDR; absent = none. */
  readonly localNetworks?: readonly string[];
}

/** The settings that the computer is to have. A resolver that the filter itself asks is never closed. */
export function filterGoal(facts: GoalFacts): FilterGoal {
  const { settings, portal, ports, upstreams } = facts;
  return {
    mode: modeOf(settings, portal),
    failMode: settings?.failMode ?? 'closed',
    workerUid: facts.workerUid,
    ports,
    networkResolvers: [...facts.networkResolvers].sort(),
    dohAddresses: facts.dohAddresses.filter((address) => !upstreams.includes(address)),
    portalAddresses: portal ? [...facts.portalAddresses].sort() : [],
    pinnedEgress: settings?.pinnedEgress ?? false,
    localNetworks: settings?.pinnedEgress === true ? [...new Set(facts.localNetworks)].sort() : [],
    vpnServers: [...new Set(settings?.vpnServers)].sort(),
    guestLookUps: settings?.allowGuestLookUps ?? false,
    browser: {
      safeSearch: settings?.safeSearch ?? true,
      youtubeRestriction: settings?.youtubeRestriction ?? 'moderate',
      pacUrl: `http://127.0.0.1:${ports.proxy}/proxy.pac`,
    },
  };
}

function modeOf(settings: FilterSettings | null, portal: boolean): FilterGoal['mode'] {
  if (settings === null) return 'off';
  return portal ? 'portal' : 'enforce';
}
