import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { NamedNetwork } from '../core/network-state/network-name.ts';
import {
  AT_START,
  type NetworkEvent,
  type NetworkRules,
  type NetworkState,
  nextNetworkState,
} from '../core/network-state/network-state.ts';
import type { PortalBudget } from '../core/network-state/portal-budget.ts';
import type { ConnectivityAnswer } from '../worker/worker-side.ts';

/** Follows the network: asks for probes when they are due, and tells when a portal opens or ends. */
export interface NetworkWatch {
  /** Takes the present network in; null = none. */
  look(network: NamedNetwork | null): void;
  resumed(): void;
  /** The server was reached over TLS. */
  serverAnswers(): void;
  /** The link to the server is gone. */
  serverLost(): void;
  /** To be called each second. */
  tick(): void;
  state(): NetworkState;
}

export interface NetworkWatchDependencies {
  readonly probe: () => Promise<ConnectivityAnswer>;
  readonly rules: () => PortalRules;
  readonly budget: PortalBudget;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (after: NetworkState, before: NetworkState) => void;
}

export interface PortalRules {
  /** 0 = a portal never opens anything. */
  readonly portalGraceMinutes: number;
  /** A lock is on that does not allow portals. */
  readonly locked: boolean;
  /** The server is reached over TLS. */
  readonly online: boolean;
}

export function createNetworkWatch({
  probe,
  rules,
  budget,
  clock,
  log,
  onChange,
}: NetworkWatchDependencies): NetworkWatch {
  let state = AT_START;
  let probing = false;

  /** Portal time is used up only while a portal is up, or when a probe has just found one. */
  const rulesFor = (event: NetworkEvent): NetworkRules => {
    const { portalGraceMinutes, locked, online } = rules();
    const meetsPortal = event.event === 'probed' && event.answer === 'portal' && !online;
    const wanted = !locked && (state.name === 'portal' || meetsPortal);
    return { portalAllowed: wanted && budget.charge(portalGraceMinutes), online };
  };
  const feed = (event: NetworkEvent): void => {
    const before = state;
    state = nextNetworkState(before, event, rulesFor(event), clock.monotonic());
    if (state.name !== 'portal') budget.rest();
    const same =
      state.name === before.name &&
      state.location === before.location &&
      state.hosts.join() === before.hosts.join();
    if (same) return;
    log.info({ state: state.name }, 'the state of the network is another one');
    onChange(state, before);
  };
  const ask = async (): Promise<void> => {
    probing = true;
    const { network, place } = state;
    const isSame = (): boolean => state.place === place && (state.network === network || network === place);
    try {
      const answer = await probe();
      // The answer came from the network before, and says nothing about this one.
      if (!isSame()) return;
      const { location, hosts } = answer.result === 'portal' ? answer : NO_PORTAL;
      feed({ event: 'probed', answer: answer.result, location, hosts });
    } finally {
      probing = false;
    }
  };
  const askIfDue = (): void => {
    if (probing || state.probeAt === null || clock.monotonic() < state.probeAt) return;
    ask().catch((error: unknown) => log.warn({ error: messageOf(error) }, 'a probe of the network failed'));
  };

  return {
    look(network) {
      feed({ event: 'network', network: network?.name ?? null, place: network?.place ?? null });
      askIfDue();
    },
    resumed() {
      feed({ event: 'resume' });
      askIfDue();
    },
    serverAnswers: () => feed({ event: 'server_answers' }),
    serverLost() {
      feed({ event: 'server_lost' });
      askIfDue();
    },
    tick() {
      feed({ event: 'tick' });
      askIfDue();
    },
    state: () => state,
  };
}

const NO_PORTAL = { location: null, hosts: [] } as const;
