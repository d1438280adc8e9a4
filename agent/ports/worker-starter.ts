import type { Duplex } from 'node:stream';

/** Starts the worker's process. */
export interface WorkerStarter {
  /** Always gives a process: one that could not be started has ended with a reason. */
  start(): WorkerProcess;
}

export interface WorkerProcess {
  readonly pid: number | null;
  /** Both ways; ends with the process. */
  readonly stream: Duplex;
  /** Resolves with the reason, in words, once it has ended; never rejects. */
  readonly ended: Promise<string>;
  /** At once, without a word. Harmless when it has ended. */
  kill(): void;
}
