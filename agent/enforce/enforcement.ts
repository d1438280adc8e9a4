import type { TargetState } from '../../contracts/mqtt/messages.ts';
import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { AgentCore } from '../core/agent-core.ts';
import { createFilterKeeper } from '../core/drift/filter-keeper.ts';
import { filterWish } from '../core/filter-plan/filter-wish.ts';
import { networkName } from '../core/network-state/network-name.ts';
import { createProtectionWatch, type ProtectionReport } from '../core/protection/protection-watch.ts';
import type { Proof } from '../core/self-check/proofs.ts';
import { createSerial } from '../core/serial.ts';
import { createClockDoubt } from '../core/time/clock-doubt.ts';
import type { BootClock, TrustedTime } from '../core/time/trusted-time.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { FilterWish } from '../ports/filter-control.ts';
import type { SelfCheckProbes } from '../ports/self-check-probes.ts';
import type { FactsWatch } from '../report/facts-watch.ts';
import type { WorkerSide } from '../worker/worker-side.ts';
import { createEnforcementEvents } from './enforcement-events.ts';
import type { FilterOptions } from './filter-options.ts';
import { createNetworkWatch, type NetworkWatch } from './network-watch.ts';
import { createPolicyKeepers, type PolicyKeepers } from './policy-keepers.ts';
import { createSelfChecker, type SelfChecker } from './self-checker.ts';
import { createStateComposer, type StateSources } from './state-composer.ts';

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
}

export interface EnforcementDependencies {
  readonly core: Pick<AgentCore, 'target' | 'lock' | 'campus' | 'witness' | 'classroom'>;
  readonly deviceId: string;
  readonly organisation: string;
  readonly stateFolder: string;
  readonly options: FilterOptions;
  readonly worker: WorkerSide;
  readonly probes: SelfCheckProbes;
  readonly os: AgentOs;
  readonly facts: Pick<FactsWatch, 'looked' | 'session' | 'network'>;
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
const QUICK_CHECK_MS = 5_000;
const FULL_CHECK_MS = 300_000;
const ATTEMPTS_MS = 10_000;
/** DHCP tells no sooner of other resolvers than of another network; this is for those that change in between. */
const RESOLVERS_MS = 30_000;
/** Without a bundle: what most systems ask. */
const CONNECTIVITY_URL = 'http://connectivitycheck.gstatic.com/generate_204';
/** A wish needs a number where a platform has no relay. */
const NO_RELAY = 8_443;
const CLOCK_ERRORS =
  /CERT_NOT_YET_VALID|CERT_HAS_EXPIRED|certificate is not yet valid|certificate has expired/;

export function createEnforcement(deps: EnforcementDependencies): Enforcement {
  const { core, worker, os, clock, log, time } = deps;
  const events = createEnforcementEvents(core.witness);
  const composer = createStateComposer();
  const clockDoubt = createClockDoubt(deps);
  const configuring = createSerial();
  let started = false;
  let running: ReturnType<typeof every> | null = null;
  let resolvers: readonly string[] = [];
  let clockWrong = false;
  let told = { key: '', bundle: undefined as FilterState['bundle'] | undefined };
  let wish: FilterWish | null = null;
  const due = createDueTimes(clock);

  const keepers: PolicyKeepers = createPolicyKeepers({
    ...deps,
    sharedFolder: deps.options.sharedFolder,
    source: { fetch: (wanted) => worker.fetch(wanted) },
    onChange: () => refresh(),
    onFault: events.keeperFault,
  });
  const network: NetworkWatch = createNetworkWatch({
    probe: () => worker.probe(keepers.bundle.current()?.bundle.connectivityUrl ?? CONNECTIVITY_URL),
    rules: () => {
      const settings = settingsNow();
      return {
        portalGraceMinutes: settings?.portalGraceMinutes ?? 0,
        locked: isLocked() && settings?.lockAllowPortal !== true,
      };
    },
    clock,
    log,
    onChange(after, before) {
      if (after.name === 'portal' || before.name === 'portal') events.portal(after.name === 'portal');
      refresh();
    },
  });
  const isLocked = (): boolean => core.lock.message() !== null;
  const sources = (): StateSources => {
    const { name, location } = network.state();
    return {
      ...deps,
      target: core.target(),
      bundle: keepers.bundle.current(),
      indexFile: keepers.index.current()?.path ?? null,
      account: deps.facts.looked() ? deps.facts.session().user : undefined,
      campus: core.campus.current().state,
      locked: isLocked(),
      portal: { open: name === 'portal', location },
      clockWrong,
      clockOffsetMs: time.offsetMs(),
      doubtOffsetMs: clockDoubt.look(),
      networkResolvers: resolvers,
    };
  };
  const settingsNow = () => composer.settings(sources(), time.now());

  const checker: SelfChecker = createSelfChecker({
    ...deps,
    subject() {
      const bundle = keepers.bundle.current();
      const settings = settingsNow();
      return bundle === null || settings === null || worker.ports() === null
        ? null
        : { bundle: bundle.bundle, settings };
    },
    locked: isLocked,
    now: time.now,
    onChange(failing) {
      events.selfTest(failing);
      due.now('settings');
      protection.look();
    },
  });
  const protection = createProtectionWatch({
    facts: () => ({
      filtering: true,
      mode: modeNow(),
      proofs: checker.standing(),
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
  const modeNow = () =>
    network.state().name === 'portal' ? 'portal' : (worker.applied()?.mode ?? 'enforce');

  const settingsKeeper = createFilterKeeper({
    filter: os.filter,
    wish: () => wish,
    clock,
    log,
    onRepair: events.repair,
    onConflict: events.conflict,
    onLook() {
      const last = settingsKeeper.last();
      if (last !== null && wish?.mode !== 'off') checker.settings(last);
      protection.look();
    },
  });

  /** Null while it is not known where the worker listens, and while a bundle that the target names is not here yet: then all stays as it was left. */
  const wishNow = (state: FilterState): FilterWish | null => {
    const ports = worker.ports();
    if (ports === null) return wish;
    if (state.bundle === null && core.target()?.policy !== undefined) return wish;
    return filterWish({
      settings: settingsNow(),
      portal: state.mode === 'portal',
      portalAddresses: deps.facts.network().defaultGateways.map(({ address }) => address),
      workerUid: deps.options.workerUid,
      ports: { ...ports, relay: ports.relay ?? NO_RELAY },
      networkResolvers: resolvers,
      dohAddresses: state.bundle?.dohAddresses ?? [],
      upstreams: state.upstreams,
    });
  };

  const configure = async (): Promise<void> => {
    const state = composer.state(sources());
    const { bundle, ...rest } = state;
    const key = JSON.stringify([rest, core.classroom.state()]);
    const isNews = key !== told.key || bundle !== told.bundle || !worker.running();
    if (isNews) {
      await worker.configure(state, keepers.bundle.current()?.hash ?? null);
      told = { key, bundle };
      deps.onChange();
    }
    const next = wishNow(state);
    const isOther = JSON.stringify(next) !== JSON.stringify(wish);
    wish = next;
    if (isOther) {
      if (wish?.mode === 'off') checker.clear();
      await settingsKeeper.reach();
    }
    if (isNews && bundle !== null) {
      await os.filter.flush();
      await os.filter.cutConnections();
      due.now('full');
    }
    protection.look();
  };
  function refresh(): void {
    if (!started || configuring.pending() > 1) return;
    configuring.run(configure).catch((error: unknown) => {
      // The next tick tries again.
      told = { key: '', bundle: undefined };
      log.error({ error: messageOf(error) }, 'the filter did not take its state');
    });
  }

  const readResolvers = async (): Promise<void> => {
    const found = await os.filter.networkResolvers();
    if (found.join() === resolvers.join()) return;
    resolvers = found;
    refresh();
  };
  const readAttempts = async (): Promise<void> => {
    const seen = await os.filter.attempts();
    if (seen.length > 0)
      worker.attempts(seen.map(({ kind, address, port, count }) => ({ kind, address, port, count })));
  };
  const tick = async (): Promise<void> => {
    network.tick();
    refresh();
    await settingsKeeper.tick();
    if (due.take('settings', Number.POSITIVE_INFINITY)) await settingsKeeper.reach();
    if (due.take('resolvers', RESOLVERS_MS)) await readResolvers();
    if (due.take('attempts', ATTEMPTS_MS)) await readAttempts();
    if (due.take('full', FULL_CHECK_MS)) await checker.full();
    else if (due.take('quick', deps.options.checkMs ?? QUICK_CHECK_MS)) await checker.quick();
    protection.look();
  };

  return {
    async start() {
      if (started) return;
      await keepers.start();
      resolvers = await os.filter.networkResolvers();
      started = true;
      await configuring.run(configure).catch((error: unknown) => {
        log.error({ error: messageOf(error) }, 'the filter does not start yet');
      });
      const target = core.target();
      if (target !== null) want(target);
      running = every(clock, TICK_MS, tick, (error) =>
        log.error({ error: messageOf(error) }, 'a round of the enforcement failed'),
      );
    },
    async stop() {
      started = false;
      const stopping = running;
      running = null;
      await stopping?.stop();
      await configuring.idle();
      await keepers.stop();
    },
    refresh,
    onTarget(target) {
      want(target);
      refresh();
    },
    onFacts() {
      network.look(networkName(deps.facts.network()));
      refresh();
    },
    onResume() {
      network.resumed();
      due.now('resolvers');
      due.now('settings');
    },
    onLink(online, lastError) {
      clockWrong = !online && lastError !== null && CLOCK_ERRORS.test(lastError);
      if (!online) return;
      network.serverAnswers();
      keepers.kick();
    },
    onWorker() {
      told = { key: '', bundle: undefined };
      refresh();
      protection.look();
    },
    onSeen: checker.seen,
    report: () => reportOf({ worker, keepers, protection, checker, network }),
    async selfTest() {
      await settingsKeeper.reach();
      await checker.full();
      protection.look();
      return checker.proofs();
    },
  };

  function want(target: TargetState): void {
    keepers
      .want(target)
      .catch((error: unknown) => log.error({ error: messageOf(error) }, 'cannot get what the target names'));
  }
}

interface Reported {
  readonly worker: WorkerSide;
  readonly keepers: PolicyKeepers;
  readonly protection: ReturnType<typeof createProtectionWatch>;
  readonly checker: SelfChecker;
  readonly network: NetworkWatch;
}

/** Only what the worker says that it judges by counts, and only under the version that the keeper knows for that hash. */
function reportOf({ worker, keepers, protection, checker, network }: Reported): EnforcementReport {
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
  };
}

type Chore = 'settings' | 'resolvers' | 'attempts' | 'full' | 'quick';

/** When each chore was done last. */
function createDueTimes(clock: Clock): {
  take(chore: Chore, periodMs: number): boolean;
  now(chore: Chore): void;
} {
  const doneAt = new Map<Chore, number>();
  const asked = new Set<Chore>(['full', 'resolvers']);
  return {
    take(chore, periodMs) {
      const at = clock.monotonic();
      if (!asked.delete(chore) && at - (doneAt.get(chore) ?? at - periodMs) < periodMs) {
        if (!doneAt.has(chore)) doneAt.set(chore, at);
        return false;
      }
      doneAt.set(chore, at);
      return true;
    },
    now: (chore) => void asked.add(chore),
  };
}
