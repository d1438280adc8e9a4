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
import type { ConnectivityAnswer } from '../worker/worker-side.ts';

/** Follows the network: asks for probes when they are due, and tells when a portal opens or ends. */
export interface NetworkWatch {
  /** The network as it is now; null = none. */
  look(network: NamedNetwork | null): void;
  resumed(): void;
  /** The server was reached over TLS. */
  serverAnswers(): void;
  /** To be called each second. */
  tick(): void;
  state(): NetworkState;
}

export interface NetworkWatchDependencies {
  readonly probe: () => Promise<ConnectivityAnswer>;
  readonly rules: () => NetworkRules;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (after: NetworkState, before: NetworkState) => void;
}

export function createNetworkWatch({
  probe,
  rules,
  clock,
  log,
  onChange,
}: NetworkWatchDependencies): NetworkWatch {
  let state = AT_START;
  let probing = false;

  const feed = (event: NetworkEvent): void => {
    const before = state;
    state = nextNetworkState(before, event, rules(), clock.monotonic());
    if (state.name === before.name && state.location === before.location) return;
    log.info({ state: state.name }, 'the state of the network is another one');
    onChange(state, before);
  };
  const ask = async (): Promise<void> => {
    probing = true;
    const { network, place } = state;
    const isSame = (): boolean => state.place === place && (state.network === network || network === place);
    try {
      const answer = await probe();
      // Of the network before: it says nothing of this one.
      if (!isSame()) return;
      const location = answer.result === 'portal' ? answer.location : null;
      feed({ event: 'probed', answer: answer.result, location });
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
    tick() {
      feed({ event: 'tick' });
      askIfDue();
    },
    state: () => state,
  };
}
