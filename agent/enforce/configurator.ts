import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { AgentCore } from '../core/agent-core.ts';
import type { FilterKeeper } from '../core/drift/filter-keeper.ts';
import { filterWish } from '../core/filter-plan/filter-wish.ts';
import { createSerial } from '../core/serial.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { FilterControl, FilterWish } from '../ports/filter-control.ts';
import type { FactsWatch } from '../report/facts-watch.ts';
import type { WorkerSide } from '../worker/worker-side.ts';
import type { PolicyKeepers } from './policy-keepers.ts';
import type { Situation } from './situation.ts';

/** Brings the situation to the worker, and to what the computer is to be like. One after the other; what has not changed is not told again. */
export interface Configurator {
  /** Now. Never rejects; what failed is tried again at the next asking. */
  run(): Promise<void>;
  /** Soon; many askings at once are one. */
  refresh(): void;
  /** The worker is another one, or gone: it must be told again. */
  forget(): void;
  /** Null: it is not known yet what is wanted, and nothing is touched. */
  wish(): FilterWish | null;
  idle(): Promise<void>;
}

export interface ConfiguratorDependencies {
  readonly situation: Situation;
  readonly worker: WorkerSide;
  readonly workerUid: number;
  readonly keepers: () => PolicyKeepers;
  readonly settingsKeeper: () => Pick<FilterKeeper, 'reach'>;
  readonly core: Pick<AgentCore, 'target' | 'classroom'>;
  readonly facts: Pick<FactsWatch, 'network'>;
  readonly filter: Pick<FilterControl, 'flush' | 'cutConnections'>;
  readonly log: Log;
  /** The worker judges by something new. */
  readonly onConfigured: () => void;
  /** Caches are empty, and connections that were open to what is shut now are cut. */
  readonly onEnforced: () => void;
  /** Nothing is to be filtered any more. */
  readonly onOff: () => void;
}

/** A wish needs a number where a platform has no relay. */
const NO_RELAY = 8_443;

export function createConfigurator(deps: ConfiguratorDependencies): Configurator {
  const { situation, worker, core, filter, log } = deps;
  const serial = createSerial();
  let told: { readonly key: string; readonly bundle: FilterState['bundle'] } | null = null;
  let wish: FilterWish | null = null;

  /** As it was left, while it is not known where the worker listens, and while a bundle that the target names is not here yet. */
  const wishFor = (state: FilterState): FilterWish | null => {
    const ports = worker.ports();
    if (ports === null) return wish;
    if (state.bundle === null && core.target()?.policy !== undefined) return wish;
    return filterWish({
      settings: state.bundle === null ? null : situation.settings(),
      portal: state.mode === 'portal',
      portalAddresses: deps.facts.network().defaultGateways.map(({ address }) => address),
      workerUid: deps.workerUid,
      ports: { ...ports, relay: ports.relay ?? NO_RELAY },
      networkResolvers: situation.resolvers(),
      dohAddresses: state.bundle?.dohAddresses ?? [],
      upstreams: state.upstreams,
      localNetworks: deps.facts
        .network()
        .addresses.flatMap(({ address, prefix }) => (prefix === null ? [] : [`${address}/${prefix}`])),
    });
  };
  /** @returns whether it was told anything */
  const tellWorker = async (state: FilterState): Promise<boolean> => {
    const { bundle, ...rest } = state;
    // With what begins and ends by itself: the caches are emptied then too.
    const key = JSON.stringify([rest, core.classroom.state()]);
    if (told !== null && told.key === key && told.bundle === bundle) return false;
    await worker.configure(state, deps.keepers().bundle.current()?.hash ?? null);
    told = { key, bundle };
    deps.onConfigured();
    return true;
  };
  const configure = async (): Promise<void> => {
    const state = situation.state();
    const isNews = await tellWorker(state);
    const next = wishFor(state);
    const isOther = JSON.stringify(next) !== JSON.stringify(wish);
    wish = next;
    if (isOther && wish?.mode === 'off') deps.onOff();
    if (isOther) await deps.settingsKeeper().reach();
    if (!isNews || state.bundle === null) return;
    await filter.flush();
    await filter.cutConnections();
    deps.onEnforced();
  };
  const run = async (): Promise<void> => {
    try {
      await serial.run(configure);
    } catch (error) {
      told = null;
      log.error({ error: messageOf(error) }, 'the filter did not take its state');
    }
  };
  return {
    run,
    refresh() {
      // One runs and one waits: that one will see all that has changed until it begins.
      if (serial.pending() > 1) return;
      run().catch((error: unknown) => log.error({ error: messageOf(error) }, 'the filter is not configured'));
    },
    forget() {
      told = null;
    },
    wish: () => wish,
    idle: serial.idle,
  };
}
