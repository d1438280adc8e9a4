import type { Clock } from '../../kit/clock.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { SigningKey } from '../../kit/signing.ts';
import type { AgentCore } from '../core/agent-core.ts';
import type { CommandHandler } from '../core/commands/command-outcome.ts';
import type { BootClock, TrustedTime } from '../core/time/trusted-time.ts';
import type { Enforcement } from '../enforce/enforcement.ts';
import type { FilterOptions } from '../enforce/filter-options.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { LinkStatus } from '../ports/link-status.ts';
import type { SelfCheckProbes } from '../ports/self-check-probes.ts';
import type { WorkerStarter } from '../ports/worker-starter.ts';
import type { FactsWatch } from '../report/facts-watch.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { Identity } from '../state/identity.ts';
import type { StateFolder } from '../state/state-folder.ts';
import type { WorkerSide } from '../worker/worker-side.ts';
import type { LockPageService } from './lock-page-service.ts';

export interface AgentDependencies {
  readonly folder: StateFolder;
  readonly identity: Identity;
  readonly key: SigningKey;
  readonly state: AgentState;
  readonly os: AgentOs;
  readonly boot: BootClock;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The port of the lock page on 127.0.0.1; 0 = any. */
  readonly lockPagePort: number;
  /** Called with the address of the lock page, before a lock is shown. */
  readonly onLockPage: (url: string) => void;
  readonly observe: boolean;
  /** What the core does with the command `unenroll`. */
  readonly unenroll: CommandHandler;
  /** Null: this agent does not filter, and its protection is unknown. */
  readonly filter: FilterOptions | null;
  /** Starts the worker in a process of its own; null = its work is done in this one. */
  readonly workerStarter: WorkerStarter | null;
  readonly probes: SelfCheckProbes;
}

/** What an agent is made of, wired; nothing runs yet. */
export interface AgentParts {
  readonly core: AgentCore;
  readonly facts: FactsWatch;
  readonly worker: WorkerSide;
  /** Null: no filter is wanted here. */
  readonly enforcement: Enforcement | null;
  readonly page: LockPageService;
  readonly time: TrustedTime;
  readonly wake: Service;
  readonly linkStatus: () => LinkStatus;
  /** The status file is to be written anew. */
  readonly changes: { dirty: boolean };
}
