import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { FilterKeeper } from '../core/drift/filter-keeper.ts';
import type { ProtectionWatch } from '../core/protection/protection-watch.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { EgressAttempt } from '../ports/filter-control.ts';
import type { WorkerSide } from '../worker/worker-side.ts';
import type { Chores } from './chores.ts';
import type { Configurator } from './configurator.ts';
import type { FilterOptions } from './filter-options.ts';
import type { ListenerWatch } from './listener-watch.ts';
import type { LockFollower } from './lock-follower.ts';
import type { NetworkWatch } from './network-watch.ts';
import type { ResolverPace } from './resolver-pace.ts';
import type { SelfChecker } from './self-checker.ts';
import type { Situation } from './situation.ts';

const QUICK_CHECK_MS = 5_000;
const FULL_CHECK_MS = 300_000;
const ATTEMPTS_MS = 10_000;
/** How often a port that another program holds is tried again (milliseconds). */
const LISTENERS_MS = 5_000;

/** The parts of the enforcement that a round turns. */
export interface RoundParts {
  readonly network: NetworkWatch;
  readonly situation: Situation;
  readonly configurator: Configurator;
  readonly lockFollower: LockFollower;
  readonly settingsKeeper: FilterKeeper;
  readonly checker: SelfChecker;
  readonly listeners: ListenerWatch;
  readonly protection: ProtectionWatch;
}

/** What is done each second, and what less often. */
export interface Round {
  turn(): Promise<void>;
  /** Resolves when no check runs that a turn has begun. */
  idle(): Promise<void>;
}

/**
 * A self-check waits for the network, a full one up to a minute where nothing answers. It runs beside the turns, one at a time, because a lock or a
 * portal that ends must not wait for it.
 */
export function createRound(
  {
    os,
    worker,
    options,
    log,
  }: {
    readonly os: Pick<AgentOs, 'filter'>;
    readonly worker: Pick<WorkerSide, 'attempts'>;
    readonly options: Pick<FilterOptions, 'checkMs'>;
    readonly log: Log;
  },
  parts: RoundParts & { readonly pace: ResolverPace },
  chores: Chores,
): Round {
  const { pace, network, situation, configurator, lockFollower, settingsKeeper, checker } = parts;
  const readAttempts = async (): Promise<void> => {
    const seen = digestAttempts(await os.filter.attempts());
    if (seen.length > 0) worker.attempts(seen);
  };
  let checking: Promise<void> | null = null;
  const check = async (): Promise<void> => {
    if (chores.take('full', FULL_CHECK_MS)) await checker.full();
    else if (chores.take('quick', options.checkMs ?? QUICK_CHECK_MS)) await checker.quick();
    else return;
    parts.protection.look();
  };
  const beginCheck = (): void => {
    checking ??= check()
      .catch((error: unknown) => log.error({ error: messageOf(error) }, 'a self-check failed'))
      .finally(() => {
        checking = null;
      });
  };
  const turn = async (): Promise<void> => {
    network.tick();
    if (chores.take('resolvers', pace.periodMs())) await situation.readResolvers();
    await configurator.run();
    if (chores.take('listeners', LISTENERS_MS)) await parts.listeners.look();
    await lockFollower.look();
    if (chores.take('settings', Number.POSITIVE_INFINITY)) await settingsKeeper.reach();
    else await settingsKeeper.tick();
    if (chores.take('attempts', ATTEMPTS_MS)) await readAttempts();
    beginCheck();
    parts.protection.look();
  };
  return { turn, idle: async () => void (await checking) };
}

/**
 * Addresses that one reading reports by name. A program that really wants to connect tries a few. Packets to thousands of addresses would fill the
 * log, and push older records out of a full outbox.
 */
const MAX_NAMED = 20;
/** Of one record (contracts/mqtt/messages.ts). */
const MAX_COUNT = 1_000_000;

/**
 * Adds up the attempts that the firewall saw, for the log: by user and address, the most frequent first, and beyond the limit by user and kind alone.
 * Every attempt is counted.
 */
export function digestAttempts(seen: readonly EgressAttempt[]): readonly EgressAttempt[] {
  const byAddress = new Map<string, EgressAttempt>();
  for (const { kind, address, port, uid, count } of seen) add(byAddress, { kind, address, port, uid, count });
  const all = [...byAddress.values()].sort((a, b) => b.count - a.count);
  const rest = new Map<string, EgressAttempt>();
  for (const { kind, uid, count } of all.slice(MAX_NAMED))
    add(rest, { kind, address: null, port: null, uid, count });
  return [...all.slice(0, MAX_NAMED), ...rest.values()];
}

function add(known: Map<string, EgressAttempt>, attempt: EgressAttempt): void {
  const key = JSON.stringify([attempt.kind, attempt.address, attempt.port, attempt.uid]);
  const count = (known.get(key)?.count ?? 0) + attempt.count;
  known.set(key, { ...attempt, count: Math.min(count, MAX_COUNT) });
}
