import type { TargetState } from '../../contracts/mqtt/messages.ts';
import type { LockedBy } from '../../contracts/policy/crisis.ts';
import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { AgentCore } from '../core/agent-core.ts';
import { createFilterKeeper, type FilterKeeper } from '../core/drift/filter-keeper.ts';
import type { LockExceptions } from '../core/lock/lock-exceptions.ts';
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
import { createEnforcementEvents, type EnforcementEvents } from './enforcement-events.ts';
import type { FilterOptions } from './filter-options.ts';
import { createListenerWatch, type ListenerWatch } from './listener-watch.ts';
import { createLockFollower } from './lock-follower.ts';
import { createNetworkWatch, type NetworkWatch } from './network-watch.ts';
import { createPolicyKeepers, type PolicyKeepers } from './policy-keepers.ts';
import { createResolverPace } from './resolver-pace.ts';
import { type Chore, createRound, type Round, type RoundParts } from './round.ts';
import { createSelfChecker, type SelfChecker } from './self-checker.ts';
import { createSituation } from './situation.ts';

/** Carries the policy out: from the target's bundle to the worker's judge and the computer's own settings, and proves that they do what they are to do. */
export interface Enforcement extends Service {
  /** Something that the filter depends on may have changed: target, lesson, user, place, lock. Cheap when nothing has. */
  refresh(): void;
  /** Another target is in force. */
  onTarget(target: TargetState): void;
  /** A look at the computer is over. */
  onFacts(): void;
  onResume(): void;
  /** The link reached the server, or lost it with this error. */
  onLink(online: boolean, lastError: string | null): void;
  /** The worker came up or went. */
  onWorker(): void;
  onSeen(nonce: string): void;
  /** What a lock by this leaves open now. */
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
  readonly core: Pick<AgentCore, 'target' | 'lock' | 'campus' | 'witness' | 'classroom'>;
  readonly deviceId: string;
  readonly organisation: string;
  readonly stateFolder: string;
  readonly state: { readonly portal: PortalStore };
  readonly options: FilterOptions;
  readonly worker: WorkerSide;
  readonly probes: SelfCheckProbes;
  readonly os: AgentOs;
  readonly facts: Pick<FactsWatch, 'look' | 'looked' | 'session' | 'network'>;
  readonly serverNames: readonly string[];
  readonly time: TrustedTime;
  readonly boot: BootClock;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A heartbeat is due. */
  readonly onChange: () => void;
}

const TICK_MS = 1_000;
/** Without a bundle: what most systems ask. */
const CONNECTIVITY_URL = 'http://connectivitycheck.gstatic.com/generate_204';

/** The parts know of each other through this, which is whole before anything runs. */
interface Joint {
  readonly deps: EnforcementDependencies;
  readonly events: EnforcementEvents;
  readonly chores: Chores<Chore>;
  readonly parts: () => Parts;
  readonly link: { online: boolean };
}

interface Parts extends RoundParts {
  readonly keepers: PolicyKeepers;
}

export function createEnforcement(deps: EnforcementDependencies): Enforcement {
  const { core, worker, clock, log } = deps;
  const chores = createChores<Chore>(clock, ['full', 'resolvers']);
  const pace = createResolverPace(clock);
  const link = { online: false };
  const parts = assemble(deps, chores, link);
  const { keepers, network, situation, configurator, checker, protection } = parts;
  let started = false;
  const round: Round = createRound(deps, { ...parts, pace }, chores);
  let running: ReturnType<typeof every> | null = null;

  const refresh = (): void => {
    if (started) configurator.refresh();
  };
  const want = (target: TargetState): void => {
    keepers
      .want(target)
      .catch((error: unknown) => log.error({ error: messageOf(error) }, 'cannot get what the target names'));
  };

  return {
    async start() {
      if (started) return;
      await keepers.start();
      await situation.readResolvers();
      started = true;
      await configurator.run();
      const target = core.target();
      if (target !== null) want(target);
      running = every(clock, TICK_MS, round.turn, (error) =>
        log.error({ error: messageOf(error) }, 'a round of the enforcement failed'),
      );
    },
    async stop() {
      started = false;
      const stopping = running;
      running = null;
      await stopping?.stop();
      await round.idle();
      await configurator.idle();
      await keepers.stop();
    },
    refresh,
    onTarget(target) {
      want(target);
      refresh();
    },
    onFacts() {
      if (pace.look(deps.facts.network())) chores.ask('resolvers');
      network.look(networkName(deps.facts.network()));
      refresh();
    },
    onResume() {
      network.resumed();
      chores.ask('resolvers');
      chores.ask('settings');
    },
    onLink(online, lastError) {
      situation.heardOfLink(online ? null : lastError);
      const wasOnline = link.online;
      link.online = online;
      if (wasOnline && !online) network.serverLost();
      if (!online) return;
      // A connection of before a portal says nothing of the network that it stands in.
      if (!wasOnline) {
        situation.reached();
        network.serverAnswers();
      }
      keepers.kick();
    },
    onWorker() {
      configurator.forget();
      refresh();
      protection.look();
    },
    onSeen: checker.seen,
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

function assemble(deps: EnforcementDependencies, chores: Chores<Chore>, link: Joint['link']): Parts {
  const { os, worker } = deps;
  let whole: Parts | null = null;
  const parts = (): Parts => {
    if (whole === null) throw new Error('the enforcement is not put together yet');
    return whole;
  };
  const joint: Joint = { deps, chores, parts, link, events: createEnforcementEvents(deps.core.witness) };
  const situation = createSituation({
    ...deps,
    keepers: () => parts().keepers,
    network: () => parts().network.state(),
    filter: os.filter,
  });
  const protection = createProtection(joint);
  whole = {
    keepers: createPolicyKeepers({
      ...deps,
      sharedFolder: deps.options.sharedFolder,
      source: { fetch: (wanted) => worker.fetch(wanted) },
      onChange: () => parts().configurator.refresh(),
      onFault: joint.events.keeperFault,
    }),
    network: createNetwork(joint),
    situation,
    configurator: createConfigurator({
      ...deps,
      situation,
      workerUid: deps.options.workerUid,
      keepers: () => parts().keepers,
      settingsKeeper: () => parts().settingsKeeper,
      filter: os.filter,
      onConfigured() {
        chores.ask('listeners');
        protection.look();
        deps.onChange();
      },
      onEnforced: () => chores.ask('full'),
      onOff: () => parts().checker.clear(),
    }),
    lockFollower: createLockFollower({
      ...deps,
      lock: deps.core.lock,
      situation,
      network: { state: () => parts().network.state() },
      online: () => link.online,
    }),
    settingsKeeper: createSettingsKeeper(joint),
    checker: createChecker(joint),
    listeners: createListeners(joint),
    protection,
  };
  return whole;
}

function createNetwork({ deps, parts, events, link }: Joint): NetworkWatch {
  const { facts, worker, state, time, clock, log } = deps;
  const budget = { store: state.portal, certain: time.certain, monotonic: clock.monotonic, log };
  return createNetworkWatch({
    ...deps,
    budget: createPortalBudget(budget),
    async probe() {
      const { bundle } = parts().keepers.bundle.current() ?? {};
      const answer = await worker.probe(bundle?.connectivityUrl ?? CONNECTIVITY_URL);
      // After the first packet the gateway's hardware address is known, by which campuses are told.
      const isNameless = facts.network().defaultGateways.every(({ mac }) => mac === null);
      if (answer.result === 'portal' && isNameless) await facts.look();
      return answer;
    },
    rules() {
      const { situation } = parts();
      const settings = situation.settings();
      return {
        portalGraceMinutes: settings?.portalGraceMinutes ?? 0,
        locked: situation.isLocked() && settings?.lockAllowPortal !== true,
        online: link.online,
      };
    },
    onChange(after, before) {
      if (after.name === 'portal' || before.name === 'portal') events.portal(after.name === 'portal');
      parts().configurator.refresh();
    },
  });
}

function createChecker({ deps, parts, events, chores }: Joint): SelfChecker {
  return createSelfChecker({
    ...deps,
    subject() {
      const { keepers, situation } = parts();
      const bundle = keepers.bundle.current();
      const settings = situation.settings();
      return bundle === null || settings === null || deps.worker.ports() === null
        ? null
        : { bundle: bundle.bundle, settings };
    },
    locked: () => parts().situation.isLocked(),
    offline: () => parts().network.state().name === 'offline',
    moment() {
      const { name, place } = parts().network.state();
      const { mode, policyHash } = deps.worker.applied() ?? {};
      return JSON.stringify([name, place, mode, policyHash]);
    },
    now: deps.time.now,
    onChange(failing) {
      events.selfTest(failing);
      // What somebody changed is found by looking at it.
      chores.ask('settings');
      parts().protection.look();
    },
    onDoubt: () => chores.ask('settings'),
  });
}

function createListeners({ deps, parts, events }: Joint): ListenerWatch {
  return createListenerWatch({
    ...deps,
    holders: deps.os.portHolders,
    onProblem: events.problem,
    onMove() {
      const { configurator, protection } = parts();
      configurator.refresh();
      protection.look();
    },
  });
}

function createProtection({ deps, parts, events }: Joint): ProtectionWatch {
  const { worker, core, time, clock } = deps;
  return createProtectionWatch({
    facts: () => ({
      filtering: true,
      mode: parts().network.state().name === 'portal' ? 'portal' : (worker.applied()?.mode ?? 'enforce'),
      obstacle: parts().listeners.obstacle() ?? parts().configurator.problem(),
      proofs: parts().checker.standing(),
      wantedHash: core.target()?.policy?.hash ?? null,
      appliedHash: worker.applied()?.policyHash ?? null,
    }),
    now: time.now,
    clock,
    onChange(report, before) {
      events.protection(report, before);
      deps.onChange();
    },
  });
}

function createSettingsKeeper({ deps, parts, events }: Joint): FilterKeeper {
  const keeper = createFilterKeeper({
    ...deps,
    filter: deps.os.filter,
    wish: () => parts().configurator.wish(),
    onRepair: events.repair,
    onConflict: events.conflict,
    onProblem: events.problem,
    onLook() {
      const last = keeper.last();
      const { configurator, checker, protection } = parts();
      if (last !== null && configurator.wish()?.mode !== 'off') checker.settings(last);
      protection.look();
    },
  });
  return keeper;
}

/** Only what the worker says that it judges by counts, and only under the version that the keeper knows for that hash. */
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
