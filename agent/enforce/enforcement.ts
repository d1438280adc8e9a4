import type { LockedBy } from '../../contracts/policy/crisis.ts';
import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { AgentCore } from '../core/agent-core.ts';
import { createFilterKeeper } from '../core/drift/filter-keeper.ts';
import type { AgentQueue, EnforcementHandlers } from '../core/events/agent-events.ts';
import type { LockExceptions } from '../core/lock/lock-exceptions.ts';
import type { ReachedStore } from '../core/network-state/network-name.ts';
import { networkName } from '../core/network-state/network-name.ts';
import { createPortalBudget, type PortalStore } from '../core/network-state/portal-budget.ts';
import {
  createProtectionWatch,
  type ProtectionReport,
  type ProtectionWatch,
} from '../core/protection/protection-watch.ts';
import type { Proof } from '../core/self-check/proofs.ts';
import type { BootClock, TrustedTime } from '../core/time/trusted-time.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { SelfCheckProbes } from '../ports/self-check-probes.ts';
import type { FactsWatch } from '../report/facts-watch.ts';
import type { WorkerSide } from '../worker/worker-side.ts';
import { type Chores, createChores } from './chores.ts';
import { createConfigurator } from './configurator.ts';
import type { EnforcementEvents } from './enforcement-events.ts';
import type { FilterOptions } from './filter-options.ts';
import { createListenerWatch } from './listener-watch.ts';
import { createLockFollower } from './lock-follower.ts';
import { createNetworkWatch, type NetworkWatch } from './network-watch.ts';
import { createPolicyKeepers, type PolicyKeepers, readShippedFile } from './policy-keepers.ts';
import { createResolverPace, type ResolverPace } from './resolver-pace.ts';
import { createRound, type Round, type RoundParts } from './round.ts';
import { createSelfChecker, type SelfChecker } from './self-checker.ts';
import { createSettingsInForce, type SettingsInForce } from './settings-in-force.ts';
import { createSituation } from './situation.ts';

/** Enforces the policy: brings the bundle of the target state to the worker's judge and to the computer's settings, and proves that both work. */
export interface Enforcement extends Service {
  /** What the agent's events ask of it (agent-events.ts). */
  readonly handlers: EnforcementHandlers;
  /** What a lock leaves open now, given what locks. */
  lockExceptions(lockedBy: LockedBy): LockExceptions;
  report(): EnforcementReport;
  /** All proofs, tried now. */
  selfTest(): Promise<readonly Proof[]>;
}

/** What is really enforced. */
export interface EnforcementReport {
  readonly policy: { readonly version: number; readonly hash: string | null };
  readonly categories: { readonly version: number; readonly hash: string } | null;
  readonly protection: ProtectionReport;
  readonly proofs: readonly Proof[];
  readonly network: string;
  /** What stands in the way and the agent cannot mend, a sentence each. */
  readonly problems: readonly string[];
}

export interface EnforcementDependencies {
  readonly core: Pick<AgentCore, 'target' | 'lock' | 'campus' | 'classroom'>;
  readonly deviceId: string;
  readonly organisation: string;
  readonly stateFolder: string;
  readonly state: { readonly portal: PortalStore; readonly reached: ReachedStore };
  readonly options: FilterOptions;
  readonly worker: WorkerSide;
  readonly probes: SelfCheckProbes;
  readonly os: AgentOs;
  readonly facts: Pick<FactsWatch, 'look' | 'looked' | 'session' | 'network'>;
  readonly serverNames: readonly string[];
  readonly serverAddresses: () => readonly string[];
  readonly time: TrustedTime;
  readonly boot: BootClock;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The device events that parts write by themselves. */
  readonly reports: EnforcementEvents;
  readonly queue: Pick<AgentQueue, 'tell' | 'state'>;
}

const TICK_MS = 1_000;
/** The probe address without a bundle: the one that most systems use. */
const CONNECTIVITY_URL = 'http://connectivitycheck.gstatic.com/generate_204';

interface Parts extends RoundParts {
  readonly keepers: PolicyKeepers;
}

export function createEnforcement(deps: EnforcementDependencies): Enforcement {
  const { core, worker, clock, log, queue } = deps;
  const chores = createChores(clock, ['full', 'resolvers']);
  const pace = createResolverPace(clock);
  const parts = createParts(deps);
  const { keepers, situation, configurator, checker, protection } = parts;
  const round: Round = createRound(deps, { ...parts, pace }, chores);
  let running: ReturnType<typeof every> | null = null;
  const handlers = createHandlers(deps, { ...parts, chores, pace });

  return {
    async start() {
      if (queue.state().enforcing) return;
      await keepers.start();
      await situation.readResolvers();
      queue.tell({ event: 'enforcing', begun: true });
      await configurator.run();
      const target = core.target();
      if (target !== null) handlers.get_policy({ effect: 'get_policy', target });
      running = every(clock, TICK_MS, round.turn, (error) =>
        log.error({ error: messageOf(error) }, 'a round of the enforcement failed'),
      );
    },
    async stop() {
      queue.tell({ event: 'enforcing', begun: false });
      const stopping = running;
      running = null;
      await stopping?.stop();
      await round.idle();
      await configurator.idle();
      await keepers.stop();
    },
    handlers,
    lockExceptions: parts.lockFollower.exceptions,
    report: () => reportOf(worker, parts),
    async selfTest() {
      await parts.settingsKeeper.reach();
      await checker.full();
      protection.look();
      return checker.proofs();
    },
  };
}

/** Each part gets what was made before it, and tells the queue what the others are to know. */
function createParts(deps: EnforcementDependencies): Parts {
  const { deviceId, facts, core, os, options, queue, reports, time, worker } = deps;
  const { clock, random, log } = deps;
  const { tell } = queue;
  const online = (): boolean => queue.state().online;
  const keepers = createPolicyKeepers({
    stateFolder: deps.stateFolder,
    sharedFolder: options.sharedFolder,
    shipped: options.shipped ?? readShippedFile,
    source: { fetch: (wanted) => worker.fetch(wanted) },
    clock,
    random,
    log,
    onChange: () => tell({ event: 'policy_kept' }),
    onFault: reports.keeperFault,
  });
  const settings = createSettingsInForce({ core, deviceId, facts, bundle: keepers.bundle, time });
  const network = createNetwork(deps, { keepers, settings, online });
  const situation = createSituation({
    core,
    deviceId,
    organisation: deps.organisation,
    serverNames: deps.serverNames,
    serverAddresses: deps.serverAddresses,
    facts,
    time,
    boot: deps.boot,
    clock,
    keepers,
    network: network.state,
    filter: os.filter,
    reachedStore: deps.state.reached,
    log,
  });
  const settingsKeeper = createFilterKeeper({
    filter: os.filter,
    clock,
    log,
    onRepair: reports.repair,
    onConflict: reports.conflict,
    onProblem: reports.problem,
    onLook: (result) => tell({ event: 'settings_looked', result }),
  });
  const configurator = createConfigurator({
    situation,
    worker,
    workerUid: options.workerUid,
    keepers,
    settings,
    settingsKeeper,
    core,
    facts,
    filter: os.filter,
    clock,
    log,
    tell,
  });
  const listeners = createListenerWatch({
    worker,
    holders: os.portHolders,
    log,
    onProblem: reports.problem,
    onMove: () => tell({ event: 'listeners_moved' }),
  });
  const lockFollower = createLockFollower({
    lock: core.lock,
    os,
    facts,
    settings,
    situation,
    network,
    online,
    clock,
  });
  const checker = createChecker(deps, { keepers, settings, network });
  const protection = createProtection(deps, { network, listeners, configurator, checker });
  return {
    keepers,
    network,
    situation,
    settingsKeeper,
    configurator,
    listeners,
    lockFollower,
    checker,
    protection,
  };
}

function createNetwork(
  { core, facts, worker, state, time, clock, log, queue }: EnforcementDependencies,
  {
    keepers,
    settings,
    online,
  }: Pick<Parts, 'keepers'> & { readonly settings: SettingsInForce; readonly online: () => boolean },
): NetworkWatch {
  const budget = { store: state.portal, certain: time.certain, monotonic: clock.monotonic, log };
  return createNetworkWatch({
    clock,
    log,
    budget: createPortalBudget(budget),
    async probe() {
      const { bundle } = keepers.bundle.current() ?? {};
      const answer = await worker.probe({ url: bundle?.connectivityUrl ?? CONNECTIVITY_URL });
      // After the first packet the gateway's hardware address is known, and a campus may be recognised by it.
      const isNameless = facts.network().defaultGateways.every(({ mac }) => mac === null);
      if (answer.result === 'portal' && isNameless) await facts.look();
      return answer;
    },
    rules() {
      const inForce = settings();
      return {
        portalGraceMinutes: inForce?.portalGraceMinutes ?? 0,
        locked: core.lock.lockedBy() !== null && inForce?.lockAllowPortal !== true,
        online: online(),
      };
    },
    onChange: ({ name }, before) => queue.tell({ event: 'network', name, before: before.name }),
  });
}

function createChecker(
  { probes, core, worker, time, clock, random, log, queue }: EnforcementDependencies,
  { keepers, settings, network }: Pick<Parts, 'keepers' | 'network'> & { readonly settings: SettingsInForce },
): SelfChecker {
  return createSelfChecker({
    probes,
    worker,
    subject() {
      const bundle = keepers.bundle.current();
      const inForce = settings();
      return bundle === null || inForce === null || worker.ports() === null
        ? null
        : { bundle: bundle.bundle, settings: inForce };
    },
    locked: () => core.lock.lockedBy() !== null,
    offline: () => network.state().name === 'offline',
    moment() {
      const { name, place } = network.state();
      const { mode, policyHash } = worker.applied() ?? {};
      return JSON.stringify([name, place, mode, policyHash]);
    },
    now: time.now,
    clock,
    random,
    log,
    onChange: (failing) => queue.tell({ event: 'proofs', failing }),
    onDoubt: () => queue.tell({ event: 'doubt' }),
  });
}

function createProtection(
  { worker, core, time, clock, queue }: EnforcementDependencies,
  {
    network,
    listeners,
    configurator,
    checker,
  }: Pick<Parts, 'network' | 'listeners' | 'configurator' | 'checker'>,
): ProtectionWatch {
  return createProtectionWatch({
    facts: () => ({
      filtering: true,
      mode: network.state().name === 'portal' ? 'portal' : (worker.applied()?.mode ?? 'enforce'),
      obstacle: listeners.obstacle() ?? configurator.problem(),
      proofs: checker.summary(),
      wantedHash: core.target()?.policy?.hash ?? null,
      appliedHash: worker.applied()?.policyHash ?? null,
    }),
    now: time.now,
    clock,
    onChange: (report, before) => queue.tell({ event: 'protection', report, before }),
  });
}

function createHandlers(
  { facts, reports, log }: EnforcementDependencies,
  {
    keepers,
    network,
    situation,
    configurator,
    checker,
    protection,
    chores,
    pace,
  }: Parts & { readonly chores: Chores; readonly pace: ResolverPace },
): EnforcementHandlers {
  return {
    get_policy({ target }) {
      keepers
        .want(target)
        .catch((error: unknown) =>
          log.error({ error: messageOf(error) }, 'cannot get what the target names'),
        );
    },
    get_policy_again: keepers.kick,
    configure: configurator.refresh,
    forget_told: configurator.forget,
    ask: ({ chore }) => chores.ask(chore),
    see_network() {
      if (pace.look(facts.network())) chores.ask('resolvers');
      network.look(networkName(facts.network()));
    },
    wake_network: network.resumed,
    doubt_clock: ({ error }) => situation.noteLinkError(error),
    server_lost: network.serverLost,
    server_reached() {
      situation.reached();
      network.serverAnswers();
    },
    prove_nonce: ({ nonce }) => checker.seen(nonce),
    prove_settings: ({ result }) => checker.settings(result),
    clear_proofs: checker.clear,
    see_protection: () => void protection.look(),
    report_portal: ({ open }) => reports.portal(open),
    report_self_test: ({ failing }) => reports.selfTest(failing),
    report_protection: ({ report, before }) => reports.protection(report, before),
  };
}

/** Reports only the bundle that the worker says it judges by, with the version that the keeper knows for that hash. */
function reportOf(
  worker: WorkerSide,
  { keepers, protection, checker, network, settingsKeeper, listeners, configurator }: Parts,
): EnforcementReport {
  const applied = worker.applied();
  const kept = keepers.bundle.current();
  const index = keepers.index.current();
  const isKept = kept !== null && applied?.policyHash === kept.hash;
  return {
    policy: isKept
      ? { version: kept.version, hash: kept.hash }
      : { version: applied?.policyVersion ?? 0, hash: applied?.policyHash ?? null },
    categories:
      index !== null && applied?.indexFile === index.path
        ? { version: index.version ?? 0, hash: index.hash }
        : null,
    protection: protection.report(),
    proofs: checker.proofs(),
    network: network.state().name,
    problems: [
      ...[configurator.problem() ?? []].flat(),
      ...listeners.problems(),
      ...settingsKeeper.problems(),
    ],
  };
}
