/**
 * Where the laptop stands with its network (enforcement.md section 7). Pure: the caller feeds events and does what is asked. The filter is in force in every state
 * but `portal`; a lock overrides all.
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
  /** Until when each network may hold the filter open, monotonic milliseconds. */
  readonly graces: Readonly<Record<string, number>>;
}

export interface NetworkRules {
  /** 0 = a portal never opens the filter. */
  readonly portalGraceMinutes: number;
  /** A lock is on that does not allow portals. */
  readonly locked: boolean;
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
    }
  /** The server answers over TLS: no portal stands between. */
  | { readonly event: 'server_answers' }
  | { readonly event: 'tick' };

/** While the portal is up: how soon a sign-in there is noticed. */
const PORTAL_PROBE_MS = 5_000;
/** A network that answers nothing: asked again so often, then left to the server's answer. */
const SILENT_PROBE_MS = 5_000;
const MAX_SILENT = 6;
/** A laptop meets a few networks a day; an old one's grace is used up and need not be remembered for ever. */
const MAX_GRACES = 64;

export const AT_START: NetworkState = {
  name: 'offline',
  network: null,
  place: null,
  probeAt: null,
  silent: 0,
  location: null,
  graces: {},
};

/** @param at monotonic milliseconds, sleep included or not: a grace that sleeps lasts no longer than its network */
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
      return state.name === 'offline' ? state : enforcing(state);
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
    return bounded(renamed(state, network), rules, at);
  return joined(state, { network, place }, at);
}

/** With whichever grace ends sooner. */
function renamed(state: NetworkState, network: string): NetworkState {
  const { [state.network ?? '']: present, ...graces } = state.graces;
  const ends = [present, graces[network]].filter((end) => end !== undefined);
  return {
    ...state,
    network,
    graces: ends.length === 0 ? graces : { ...graces, [network]: Math.min(...ends) },
  };
}

function joined(
  state: NetworkState,
  { network, place }: Pick<NetworkState, 'network' | 'place'>,
  at: number,
): NetworkState {
  const there = { ...state, network, place, location: null, silent: 0 };
  return network === null ? { ...there, name: 'offline', probeAt: null } : probing(there, at);
}

function probing(state: NetworkState, at: number): NetworkState {
  return { ...state, name: 'probe', probeAt: at, silent: 0 };
}

function enforcing(state: NetworkState): NetworkState {
  return { ...state, name: 'enforce', probeAt: null, silent: 0, location: null };
}

function probed(
  state: NetworkState,
  { answer, location }: Extract<NetworkEvent, { event: 'probed' }>,
  rules: NetworkRules,
  at: number,
): NetworkState {
  if (state.name === 'offline' || state.name === 'enforce') return state;
  if (answer === 'open') return enforcing(state);
  if (answer === 'portal') return atPortal(state, location, rules, at);
  if (state.name === 'portal') return bounded({ ...state, probeAt: at + PORTAL_PROBE_MS }, rules, at);
  const silent = state.silent + 1;
  return silent >= MAX_SILENT ? enforcing(state) : { ...state, silent, probeAt: at + SILENT_PROBE_MS };
}

/** The grace of a network begins when its portal is first seen, and never again. */
function atPortal(
  state: NetworkState,
  location: string | null,
  rules: NetworkRules,
  at: number,
): NetworkState {
  const { network, graces } = state;
  if (network === null) return state;
  const end = graces[network] ?? at + rules.portalGraceMinutes * 60_000;
  const known = Object.entries({ ...graces, [network]: end }).slice(-MAX_GRACES);
  const there: NetworkState = {
    ...state,
    name: 'portal',
    probeAt: at + PORTAL_PROBE_MS,
    silent: 0,
    location: location ?? state.location,
    graces: Object.fromEntries(known),
  };
  return bounded(there, rules, at);
}

/** A portal's time ends by itself, and under a lock at once. */
function bounded(
  state: NetworkState,
  { locked, portalGraceMinutes }: NetworkRules,
  at: number,
): NetworkState {
  if (state.name !== 'portal') return state;
  const end = state.graces[state.network ?? ''] ?? at;
  return locked || portalGraceMinutes === 0 || at >= end ? enforcing(state) : state;
}
