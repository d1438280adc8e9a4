import { isAddress, normaliseHost } from '../../../contracts/policy/host.ts';
import type { FilterSettings } from '../../../contracts/policy/settings.ts';
import type { FilterWish } from '../../ports/filter-control.ts';

export interface WishFacts {
  /** Null: there is no bundle, and so no filter. */
  readonly settings: FilterSettings | null;
  readonly portal: boolean;
  readonly portalAddresses: readonly string[];
  readonly workerUid: number;
  readonly ports: FilterWish['ports'];
  readonly networkResolvers: readonly string[];
  readonly dohAddresses: readonly string[];
  readonly upstreams: readonly string[];
  /** CIDR; absent = none. */
  readonly localNetworks?: readonly string[];
}

/** What the computer is to be like. A resolver that we ask ourselves is never shut. */
export function filterWish(facts: WishFacts): FilterWish {
  const { settings, portal, ports, upstreams } = facts;
  return {
    mode: modeOf(settings, portal),
    failMode: settings?.failMode ?? 'closed',
    workerUid: facts.workerUid,
    ports,
    networkResolvers: [...facts.networkResolvers].sort(),
    upstreamAddresses: askedAddresses(upstreams),
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

function modeOf(settings: FilterSettings | null, portal: boolean): FilterWish['mode'] {
  if (settings === null) return 'off';
  return portal ? 'portal' : 'enforce';
}

/**
 * Which IP addresses the worker itself asks, for a firewall that cannot tell it from other programs (Windows). With a DoH server given by address first, only such:
 * plain DNS is shut wholly there then. A DoH server given by name must be looked up, so that the plain ones stay open. Sorted; names and nonsense are left out.
 * @param upstreams as in FilterState: `address`, `address:port`, `[v6]:port` or `https://…`, in the order of trying
 */
export function askedAddresses(upstreams: readonly string[]): readonly string[] {
  const all = upstreams.map((upstream) => ({
    doh: upstream.startsWith('https://'),
    address: addressOf(upstream),
  }));
  const [first] = all;
  const onlyDoh = first?.doh && first.address !== null;
  const asked = all.flatMap(({ doh, address }) => (address === null || (onlyDoh && !doh) ? [] : [address]));
  return [...new Set(asked)].sort();
}

function addressOf(upstream: string): string | null {
  const bare = literalOf(upstream);
  if (bare !== null) return bare;
  const url = upstream.startsWith('https://') ? upstream : `dns://${upstream}`;
  return URL.canParse(url) ? literalOf(new URL(url).hostname) : null;
}

/** An IP address as it is written without brackets; null = it is none. */
function literalOf(text: string): string | null {
  const host = normaliseHost(text);
  return host !== null && isAddress(host) ? host.replace(/^\[|\]$/g, '') : null;
}
