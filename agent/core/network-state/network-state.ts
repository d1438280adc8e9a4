/**
 * The laptop's relation to its network. Pure: the caller passes events in and does what the answer says. Policy is in force in every state; in
 * `portal` the portal's own hosts are open as well. A lock overrides all.
 */
export type NetworkStateName = 'offline' | 'probe' | 'enforce' | 'portal';

export interface NetworkState {
  readonly name: NetworkStateName;
  /** Names the network: gateways, Wi-Fi; null = no network. */
  readonly network: string | null;
  /** The same by the gateways' IP addresses, which are known at once; null = not known. */
  readonly place: string | null;
  /** When the next probe is due, monotonic milliseconds; null = none is. */
  readonly probeAt: number | null;
  /** How many probes in a row got no answer. */
  readonly silent: number;
  /** Where the portal sends a browser; null = not known. */
  readonly location: string | null;
  /** Other hosts that the portal's page needs. */
  readonly hosts: readonly string[];
}

export interface NetworkRules {
  /** Whether a portal may open anything now: time is left for it (portal-budget.ts), and no lock forbids it. */
  readonly portalAllowed: boolean;
  /** The server is reached over TLS, so that no portal intercepts. */
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
  /** The server answers over TLS, so that no portal intercepts. */
  | { readonly event: 'server_answers' }
  /** The server does not answer any more: a portal's session may be over. */
  | { readonly event: 'server_lost' }
  | { readonly event: 'tick' };

/** The period of probes while a portal is up: how soon a sign-in is noticed (milliseconds). */
const PORTAL_PROBE_MS = 5_000;
/** A network that answers no probe is probed again in this period (milliseconds), this many times. After that only an answer of the server counts. */
const SILENT_PROBE_MS = 5_000;
const MAX_SILENT = 6;
/**
 * The period of probes while enforcing without the server: how soon a portal is noticed that asks for a sign-in again, for example after an hour
 * (milliseconds).
 */
const ENFORCE_PROBE_MS = 60_000;
/**
 * The period of probes while the server is reached (milliseconds). A lost connection shows a portal sooner than a probe does; operating systems probe
 * as often.
 */
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
  // The server is reached, so that there is no portal to sign in to, whatever answers the probe.
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

/** Ends a portal's state when its time is over, or at once when a lock forbids it. */
function bounded(state: NetworkState, rules: NetworkRules, at: number): NetworkState {
  return state.name === 'portal' && !rules.portalAllowed ? enforcing(state, rules, at) : state;
}
