/**
 * Where the laptop stands with its network. Pure: the caller feeds events and does what is asked. Policy is in force in every state;
 * in `portal` the portal's own hosts are open beside it. A lock overrides all.
 */
export type NetworkStateName = 'offline' | 'probe' | 'enforce' | 'portal';

export interface NetworkState {
  readonly name: NetworkStateName;
  /** Names the network: gateways, Wi-Fi; null = no network. */
  readonly network: string | null;
  /** The same by what is known at once, without hardware addresses; null = not told. */
  readonly place: string | null;
  /** When the next probe is due, monotonic milliseconds; null = none is. */
  readonly probeAt: number | null;
  /** How many probes in a row told nothing. */
  readonly silent: number;
  /** Where the portal sends a browser; null = not told. */
  readonly location: string | null;
  /** Other hosts that the portal's page needs. */
  readonly hosts: readonly string[];
}

export interface NetworkRules {
  /** Whether a portal may open anything now: time is left for it (portal-budget.ts), and no lock forbids it. */
  readonly portalAllowed: boolean;
  /** The server is reached over TLS: no portal stands between. */
  readonly online: boolean;
}

export type NetworkEvent =
  /** `place` names it too, until its hardware addresses are known. */
  | { readonly event: 'network'; readonly network: string | null; readonly place?: string | null }
  /** The computer slept, or the same network was joined again. */
  | { readonly event: 'resume' }
  | {
      readonly event: 'probed';
      readonly answer: 'open' | 'portal' | 'unreachable';
      readonly location: string | null;
      readonly hosts: readonly string[];
    }
  /** The server answers over TLS: no portal stands between. */
  | { readonly event: 'server_answers' }
  /** The server does not answer any more: a portal's session may be over. */
  | { readonly event: 'server_lost' }
  | { readonly event: 'tick' };

/** While the portal is up: how soon a sign-in there is noticed. */
const PORTAL_PROBE_MS = 5_000;
/** A network that answers nothing: asked again so often, then left to the server's answer. */
const SILENT_PROBE_MS = 5_000;
const MAX_SILENT = 6;
/** While enforcing: how soon a portal that stands up again (a session of an hour, a gateway that was started anew) is noticed without the server. */
const ENFORCE_PROBE_MS = 60_000;
/** With the server in reach its silence tells sooner; systems ask as often. */
const ONLINE_PROBE_MS = 300_000;

export const AT_START: NetworkState = {
  name: 'offline',
  network: null,
  place: null,
  probeAt: null,
  silent: 0,
  location: null,
  hosts: [],
};

/** @param at monotonic milliseconds */
export function nextNetworkState(
  state: NetworkState,
  event: NetworkEvent,
  rules: NetworkRules,
  at: number,
): NetworkState {
  switch (event.event) {
    case 'network':
      return atNetwork(state, event, rules, at);
    case 'resume':
      return state.network === null || state.name === 'portal' ? state : probing(state, at);
    case 'probed':
      return probed(state, event, rules, at);
    case 'server_answers':
      return state.name === 'offline' ? state : enforcing(state, rules, at);
    case 'server_lost':
      return state.name === 'enforce' ? { ...state, probeAt: at } : state;
    case 'tick':
      return bounded(state, rules, at);
  }
}

/** A gateway's hardware address is known some seconds after the gateway, and now and then forgotten: that is no new network. */
function atNetwork(
  state: NetworkState,
  { network, place = null }: Extract<NetworkEvent, { event: 'network' }>,
  rules: NetworkRules,
  at: number,
): NetworkState {
  const isSamePlace = place !== null && place === state.place;
  if (network === state.network || (isSamePlace && network === place)) return bounded(state, rules, at);
  if (isSamePlace && network !== null && state.network === place)
    return bounded({ ...state, network }, rules, at);
  return joined(state, { network, place }, at);
}

function joined(
  state: NetworkState,
  { network, place }: Pick<NetworkState, 'network' | 'place'>,
  at: number,
): NetworkState {
  const there = { ...state, network, place, location: null, hosts: [], silent: 0 };
  return network === null ? { ...there, name: 'offline', probeAt: null } : probing(there, at);
}

function probing(state: NetworkState, at: number): NetworkState {
  return { ...state, name: 'probe', probeAt: at, silent: 0 };
}

function enforcing(state: NetworkState, { online }: NetworkRules, at: number): NetworkState {
  const probeAt = at + (online ? ONLINE_PROBE_MS : ENFORCE_PROBE_MS);
  return { ...state, name: 'enforce', probeAt, silent: 0, location: null, hosts: [] };
}

function probed(
  state: NetworkState,
  event: Extract<NetworkEvent, { event: 'probed' }>,
  rules: NetworkRules,
  at: number,
): NetworkState {
  if (state.name === 'offline') return state;
  if (event.answer === 'open') return enforcing(state, rules, at);
  if (event.answer === 'portal') return atPortal(state, event, rules, at);
  if (state.name === 'enforce') return enforcing(state, rules, at);
  if (state.name === 'portal') return bounded({ ...state, probeAt: at + PORTAL_PROBE_MS }, rules, at);
  const silent = state.silent + 1;
  return silent >= MAX_SILENT
    ? enforcing(state, rules, at)
    : { ...state, silent, probeAt: at + SILENT_PROBE_MS };
}

function atPortal(
  state: NetworkState,
  { location, hosts }: Extract<NetworkEvent, { event: 'probed' }>,
  rules: NetworkRules,
  at: number,
): NetworkState {
  // Whatever answers plain http here, the server is reached: there is nothing to sign in to.
  if (state.network === null || rules.online) return enforcing(state, rules, at);
  const there: NetworkState = {
    ...state,
    name: 'portal',
    probeAt: at + PORTAL_PROBE_MS,
    silent: 0,
    location: location ?? state.location,
    hosts: location === null ? state.hosts : hosts,
  };
  return bounded(there, rules, at);
}

/** A portal's time ends by itself, and under a lock at once. */
function bounded(state: NetworkState, rules: NetworkRules, at: number): NetworkState {
  return state.name === 'portal' && !rules.portalAllowed ? enforcing(state, rules, at) : state;
}
