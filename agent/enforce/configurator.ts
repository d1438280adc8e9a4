import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { createSerial } from '../../kit/serial.ts';
import type { AgentCore } from '../core/agent-core.ts';
import type { FilterKeeper } from '../core/drift/filter-keeper.ts';
import { filterWish } from '../core/filter-plan/filter-wish.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { FilterControl, FilterWish } from '../ports/filter-control.ts';
import type { FactsWatch } from '../report/facts-watch.ts';
import type { WorkerSide } from '../worker/worker-side.ts';
import type { PolicyKeepers } from './policy-keepers.ts';
import type { SettingsInForce } from './settings-in-force.ts';
import type { Situation } from './situation.ts';

/** Brings the situation to the worker, and to what the computer is to be like. One after the other; what has not changed is not told again. */
export interface Configurator {
  /** Now. Never rejects; what failed is tried again at the next asking. */
  run(): Promise<void>;
  /** Soon; many askings at once are one. */
  refresh(): void;
  /** The worker is another one, or gone: it must be told again. */
  forget(): void;
  /** Why the worker has not taken its state for a while, a sentence; null = it has. A filter that knows no categories counts: most of a policy is in them. */
  problem(): string | null;
  idle(): Promise<void>;
}

export interface ConfiguratorDependencies {
  readonly situation: Pick<Situation, 'state' | 'resolvers'>;
  readonly worker: Pick<WorkerSide, 'configure' | 'applied' | 'ports'>;
  readonly workerUid: number;
  readonly keepers: {
    readonly bundle: Pick<PolicyKeepers['bundle'], 'current'>;
    readonly index: Pick<PolicyKeepers['index'], 'current'>;
  };
  readonly settings: SettingsInForce;
  readonly settingsKeeper: Pick<FilterKeeper, 'want' | 'reach'>;
  readonly core: Pick<AgentCore, 'target' | 'classroom'>;
  readonly facts: Pick<FactsWatch, 'network'>;
  readonly filter: Pick<FilterControl, 'flush' | 'cutConnections'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  readonly tell: (event: { readonly event: 'configured' | 'enforced' | 'filter_off' }) => void;
}

/** A worker that ended is started again and told anew within this time, and an index that could not be opened is tried again after it (milliseconds). */
const PATIENCE_MS = 10_000;
/** A wish needs a number where a platform has no relay. */
const NO_RELAY = 8_443;

export function createConfigurator(deps: ConfiguratorDependencies): Configurator {
  const { situation, worker, core, filter, clock, log } = deps;
  const serial = createSerial();
  let told: {
    readonly key: string;
    readonly bundle: FilterState['bundle'];
    readonly epoch: number | undefined;
  } | null = null;
  /** Null: it is not known yet what is wanted, and nothing is touched. */
  let wish: FilterWish | null = null;
  let failing: { readonly since: number; readonly error: string } | null = null;
  /** When the worker was last told of an index that it could not open; null = it uses the one that it was told. */
  let unopenedAt: number | null = null;

  /** As it was left, while it is not known where the worker listens, and while a bundle that the target names is not here yet. */
  const wishFor = (state: FilterState): FilterWish | null => {
    const ports = worker.ports();
    if (ports === null) return wish;
    if (state.bundle === null && core.target()?.policy !== undefined) return wish;
    return filterWish({
      settings: state.bundle === null ? null : deps.settings(),
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
  const tellWorker = async (state: FilterState): Promise<'nothing' | 'network' | 'more'> => {
    const { bundle, network, ...rest } = state;
    // With what begins and ends by itself: the caches are emptied then too.
    const key = JSON.stringify([rest, core.classroom.state()]);
    const isAgain = unopenedAt !== null && clock.monotonic() - unopenedAt >= PATIENCE_MS;
    const isOther = told === null || told.key !== key || told.bundle !== bundle;
    const isElsewhere = told?.epoch !== network?.epoch;
    if (!isOther && !isAgain && !isElsewhere) return 'nothing';
    const { indexFile } = await worker.configure(state, deps.keepers.bundle.current()?.hash ?? null);
    const isOpened = indexFile === state.indexFile;
    const isMended = isOpened && unopenedAt !== null;
    unopenedAt = isOpened ? null : clock.monotonic();
    told = { key, bundle, epoch: network?.epoch };
    deps.tell({ event: 'configured' });
    if (isOther || isMended) return 'more';
    return isElsewhere ? 'network' : 'nothing';
  };
  /** What a worker that has its state still lacks. */
  const lacking = (): string | null => {
    if (deps.keepers.index.current() === null) return 'there is no index of categories on this computer';
    return worker.applied()?.indexFile === null ? 'the filter cannot open the index of categories' : null;
  };
  const failingFor = (error: string | null): typeof failing =>
    error === null ? null : { since: failing?.since ?? clock.monotonic(), error };
  const configure = async (): Promise<void> => {
    const state = situation.state();
    const news = await tellWorker(state);
    const next = wishFor(state);
    const isOther = JSON.stringify(next) !== JSON.stringify(wish);
    wish = next;
    deps.settingsKeeper.want(wish);
    if (isOther && wish?.mode === 'off') deps.tell({ event: 'filter_off' });
    if (isOther) await deps.settingsKeeper.reach();
    if (news === 'nothing' || state.bundle === null) return;
    await filter.flush();
    if (news === 'network') return;
    await filter.cutConnections();
    deps.tell({ event: 'enforced' });
  };
  const run = async (): Promise<void> => {
    try {
      await serial.run(configure);
      failing = failingFor(lacking());
    } catch (error) {
      told = null;
      failing = failingFor(`the filter does not run: ${messageOf(error)}`);
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
    problem: () =>
      failing === null || clock.monotonic() - failing.since < PATIENCE_MS ? null : failing.error,
    idle: serial.idle,
  };
}
