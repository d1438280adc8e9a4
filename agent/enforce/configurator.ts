import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { createSerial } from '../../kit/serial.ts';
import type { AgentCore } from '../core/agent-core.ts';
import type { FilterKeeper } from '../core/drift/filter-keeper.ts';
import { filterGoal } from '../core/filter-plan/filter-goal.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { FilterControl, FilterGoal } from '../ports/filter-control.ts';
import type { FactsWatch } from '../report/facts-watch.ts';
import type { WorkerSide } from '../worker/worker-side.ts';
import type { PolicyKeepers } from './policy-keepers.ts';
import type { SettingsInForce } from './settings-in-force.ts';
import type { Situation } from './situation.ts';

/** Sends the present situation to the worker, and brings the computer's settings to it. Runs one update at a time, and sends only what has changed. */
export interface Configurator {
  /** Updates now. Never rejects; what failed is tried again at the next call. */
  run(): Promise<void>;
  /** Updates soon; many calls at once make one update. */
  refresh(): void;
  /** The worker was replaced or is gone: the next update sends everything. */
  forget(): void;
  /**
   * Why the worker has not taken its state for a while, in a sentence; null = it has. A filter without an index of categories is a problem as well,
   * because most of a policy depends on it.
   */
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

/**
 * How long a failure is no problem yet: a worker that ended is started and configured again within this time. An index that could not be opened is
 * tried again after it (milliseconds).
 */
const PATIENCE_MS = 10_000;
/** The relay's port in the wanted settings where a platform has no relay: they need a number. */
const NO_RELAY = 8_443;

export function createConfigurator(deps: ConfiguratorDependencies): Configurator {
  const { situation, worker, core, filter, clock, log } = deps;
  const serial = createSerial();
  let told: {
    readonly key: string;
    readonly bundle: FilterState['bundle'];
    readonly epoch: number | undefined;
    readonly answered: string | undefined;
  } | null = null;
  /** Null: the wanted settings are not known yet, and nothing on the computer is touched. */
  let goal: FilterGoal | null = null;
  let failing: { readonly since: number; readonly error: string } | null = null;
  /** When the worker last failed to open an index; null = it uses the one that was sent. */
  let unopenedAt: number | null = null;

  /**
   * The settings that are wanted now. They stay as they were while the worker's ports are not known, and while the bundle that the target state names
   * is not here yet.
   */
  const goalFor = (state: FilterState): FilterGoal | null => {
    const ports = worker.ports();
    if (ports === null) return goal;
    if (state.bundle === null && core.target()?.policy !== undefined) return goal;
    return filterGoal({
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
    const { bundle, network, answers, ...rest } = state;
    // The sessions and overrides belong to the key, because the caches must be emptied when one begins or ends.
    const key = JSON.stringify([rest, core.classroom.state()]);
    const isAgain = unopenedAt !== null && clock.monotonic() - unopenedAt >= PATIENCE_MS;
    const isOther = told === null || told.key !== key || told.bundle !== bundle;
    const isElsewhere = told?.epoch !== network?.epoch;
    // Answers to requests change pages, and no verdict.
    const answered = JSON.stringify(answers);
    if (!isOther && !isAgain && !isElsewhere && told?.answered === answered) return 'nothing';
    const { indexFile } = await worker.configure(state, deps.keepers.bundle.current()?.hash ?? null);
    const isOpened = indexFile === state.indexFile;
    const isMended = isOpened && unopenedAt !== null;
    unopenedAt = isOpened ? null : clock.monotonic();
    told = { key, bundle, epoch: network?.epoch, answered };
    deps.tell({ event: 'configured' });
    if (isOther || isMended) return 'more';
    return isElsewhere ? 'network' : 'nothing';
  };
  /** What is missing although the worker has taken its state; null = nothing. */
  const lacking = (): string | null => {
    if (deps.keepers.index.current() === null) return 'there is no index of categories on this computer';
    return worker.applied()?.indexFile === null ? 'the filter cannot open the index of categories' : null;
  };
  const failingFor = (error: string | null): typeof failing =>
    error === null ? null : { since: failing?.since ?? clock.monotonic(), error };
  const configure = async (): Promise<void> => {
    const state = situation.state();
    const news = await tellWorker(state);
    const next = goalFor(state);
    const isOther = JSON.stringify(next) !== JSON.stringify(goal);
    goal = next;
    deps.settingsKeeper.want(goal);
    if (isOther && goal?.mode === 'off') deps.tell({ event: 'filter_off' });
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
      // One update runs and one waits. The waiting one will see all that changes until it begins.
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
