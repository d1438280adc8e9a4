import type { LockedBy } from '../../contracts/policy/crisis.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AgentCore } from '../core/agent-core.ts';
import { type LockExceptions, lockExceptions } from '../core/lock/lock-exceptions.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { FactsWatch } from '../report/facts-watch.ts';
import type { NetworkWatch } from './network-watch.ts';
import type { SettingsInForce } from './settings-in-force.ts';
import type { Situation } from './situation.ts';

/** Says what a lock leaves open, and has the lock engaged again when that changes. */
export interface LockFollower {
  /** What a lock leaves open now, given what locks. */
  exceptions(lockedBy: LockedBy): LockExceptions;
  /** To be called each second. */
  look(): Promise<void>;
}

export interface LockFollowerDependencies {
  readonly lock: Pick<AgentCore['lock'], 'lockedBy' | 'refresh'>;
  readonly os: Pick<AgentOs, 'networkLock'>;
  readonly facts: Pick<FactsWatch, 'network'>;
  readonly settings: SettingsInForce;
  readonly situation: Pick<Situation, 'resolvers'>;
  readonly network: Pick<NetworkWatch, 'state'>;
  /** Whether the link is up. */
  readonly online: () => boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** How long the link must be down before the server counts as lost (milliseconds). A link that comes back at the same address takes less. */
const LOST_MS = 60_000;

export function createLockFollower(deps: LockFollowerDependencies): LockFollower {
  const { lock, os, facts, situation, network } = deps;
  let told: string | null = null;
  let onlineAt = deps.clock.monotonic();
  const exceptions = (lockedBy: LockedBy): LockExceptions =>
    lockExceptions({
      lockedBy,
      settings: deps.settings(),
      serverLost: deps.clock.monotonic() - onlineAt >= LOST_MS,
      canOpenHelp: os.networkLock.allowHelp !== undefined,
      networkResolvers: situation.resolvers(),
      gateways: facts.network().defaultGateways.map(({ address }) => address),
      portalLocation: network.state().location,
    });
  return {
    exceptions,
    async look() {
      if (deps.online()) onlineAt = deps.clock.monotonic();
      const lockedBy = lock.lockedBy();
      const now = lockedBy === null ? null : JSON.stringify(exceptions(lockedBy));
      if (now === told) return;
      told = now;
      if (now !== null) await lock.refresh();
    },
  };
}
