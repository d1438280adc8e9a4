import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { WorkerStarter } from '../ports/worker-starter.ts';
import { loadFilterParts, loadWorkerLink } from './load-parts.ts';
import { createRemoteWorker } from './remote-worker.ts';
import type { AgentSide } from './wire.ts';
import { createWorker } from './worker.ts';
import type { WorkerSettings, WorkerSide } from './worker-side.ts';

export interface WorkerChoice {
  /** Null: the worker's work is done in this process. */
  readonly starter: WorkerStarter | null;
  readonly agent: AgentSide;
  readonly settings: () => WorkerSettings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onChange: () => void;
  /** A worker in a process of its own has ended that nobody asked to. */
  readonly onDeath: (why: string) => void;
}

/** The worker in a process of its own, or in this one. */
export function createWorkerFor({ starter, settings, ...common }: WorkerChoice): WorkerSide {
  if (starter !== null) return createRemoteWorker({ ...common, starter, settings });
  return createWorker({
    ...common,
    settings,
    platform: process.platform,
    loadParts: loadFilterParts,
    loadLink: loadWorkerLink,
  });
}
