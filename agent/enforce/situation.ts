import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { AgentCore } from '../core/agent-core.ts';
import type { ReachedStore } from '../core/network-state/network-name.ts';
import type { NetworkState } from '../core/network-state/network-state.ts';
import { createClockDoubt } from '../core/time/clock-doubt.ts';
import type { BootClock, TrustedTime } from '../core/time/trusted-time.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { FilterControl } from '../ports/filter-control.ts';
import type { FactsWatch } from '../report/facts-watch.ts';
import { localNetworks } from './local-networks.ts';
import type { PolicyKeepers } from './policy-keepers.ts';
import { createStateComposer, type StateSources } from './state-composer.ts';

/** What the filter must know of the computer: network, person, place and time. Read anew at each call. */
export interface Situation {
  state(): FilterState;
  resolvers(): readonly string[];
  /** Asks the system for the network's resolvers. @returns whether they have changed */
  readResolvers(): Promise<boolean>;
  /** Takes in why TLS to the server failed; null = it did not fail. */
  noteLinkError(error: string | null): void;
  /** The server answers over TLS in this network: no portal intercepts any more. */
  reached(): void;
}

export interface SituationDependencies {
  readonly core: Pick<AgentCore, 'target' | 'lock' | 'campus'>;
  readonly deviceId: string;
  readonly organisation: string;
  readonly serverNames: readonly string[];
  /** All that are known, sorted. */
  readonly serverAddresses: () => readonly string[];
  readonly facts: Pick<FactsWatch, 'looked' | 'session' | 'network'>;
  readonly time: TrustedTime;
  readonly boot: BootClock;
  readonly clock: Clock;
  readonly keepers: Pick<PolicyKeepers, 'bundle' | 'index'>;
  readonly network: () => NetworkState;
  readonly filter: Pick<FilterControl, 'networkResolvers'>;
  readonly reachedStore: ReachedStore;
  readonly log: Log;
}

/** Resolvers of a network that count. Networks give two or three; with hundreds of them each look-up would try them all. */
const MAX_RESOLVERS = 8;
/** How OpenSSL and Node word a certificate whose time has not come or is over: seldom the server's fault, often the clock's. */
const CLOCK_ERRORS =
  /CERT_NOT_YET_VALID|CERT_HAS_EXPIRED|certificate is not yet valid|certificate has expired/;

export function createSituation(deps: SituationDependencies): Situation {
  const { core, facts, time } = deps;
  const composer = createStateComposer();
  const clockDoubt = createClockDoubt(deps);
  let resolvers: readonly string[] = [];
  let clockWrong = false;
  const epochs = createEpochs(deps.network);
  const lastReached = createLastReached(deps);
  const sources = (): StateSources => {
    const { name, location, hosts } = deps.network();
    const { bundle, index } = deps.keepers;
    return {
      deviceId: deps.deviceId,
      serverNames: deps.serverNames,
      organisation: deps.organisation,
      target: core.target(),
      bundle: bundle.current(),
      indexFile: index.current()?.path ?? null,
      account: facts.looked() ? facts.session().user : undefined,
      accounts: facts.looked() ? facts.session().accounts : undefined,
      campus: core.campus.current().state,
      lockedBy: core.lock.lockedBy(),
      portal: { open: name === 'portal', location, hosts },
      clockWrong,
      clockOffsetMs: time.offsetMs(),
      doubtOffsetMs: clockDoubt.look(),
      network: epochs.present(),
      networkResolvers: resolvers,
      localNetworks: localNetworks(facts.network()),
      server: { addresses: deps.serverAddresses(), isReached: lastReached.isHere() },
    };
  };
  return {
    state: () => composer.state(sources()),
    resolvers: () => resolvers,
    async readResolvers() {
      const found = (await deps.filter.networkResolvers()).slice(0, MAX_RESOLVERS);
      if (found.join() === resolvers.join()) return false;
      resolvers = found;
      return true;
    },
    noteLinkError(error) {
      clockWrong = error !== null && CLOCK_ERRORS.test(error);
    },
    reached() {
      epochs.reached();
      lastReached.note();
    },
  };
}

/**
 * Gives another number whenever the network changes, or what is known of it. Answers from before the sign-in at a portal come from the portal, and
 * must not be used afterwards.
 */
function createEpochs(network: () => NetworkState) {
  let epoch = 0;
  let seen = '';
  /** Where the server was reached last. */
  let reachedIn: string | null = null;
  /** Where a portal was seen last. */
  let portalAt: string | null = null;
  return {
    present() {
      const state = network();
      const now = JSON.stringify([state.name, state.network, state.place, reachedIn === state.network]);
      if (now !== seen) epoch += 1;
      seen = now;
      if (state.name === 'portal') portalAt = state.place;
      const isKnownPortal = portalAt !== null && portalAt === state.place;
      return { epoch, proven: state.name === 'enforce', portal: isKnownPortal };
    },
    reached() {
      reachedIn = network().network;
    },
  };
}

/** Remembers over restarts in which network the server was reached last, so that the school does not count as home while its server is down. */
function createLastReached({
  network,
  reachedStore,
  log,
}: Pick<SituationDependencies, 'network' | 'reachedStore' | 'log'>) {
  let known = reachedStore.load();
  return {
    note() {
      const { network: name, place } = network();
      if (name === null || place === null || (known?.name === name && known.place === place)) return;
      known = { name, place };
      try {
        reachedStore.save(known);
      } catch (error) {
        log.error({ error: messageOf(error) }, 'cannot keep where the server was reached');
      }
    },
    /** Compares `place` alone while the hardware addresses are not known. */
    isHere(): boolean {
      const { network: name, place } = network();
      if (known === null || name === null) return false;
      return name === known.name || (name === place && place === known.place);
    },
  };
}
