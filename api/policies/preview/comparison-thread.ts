import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../kit/clock.ts';
import { Fault, messageOf } from '../../../kit/fault.ts';
import type { Comparison } from './comparison.ts';
import type { WorkerOrder } from './worker.ts';

/** Memory of the thread (MB): the kept verdicts, the people and names of a big district, and two compiled bundles. */
const MAX_HEAP_MB = 512;

interface Bounds {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Compares on a thread of its own, which has ended when this settles.
 * @param bounds.program what the thread runs: a file that calls `answerComparison`
 * @throws Fault unavailable when it takes too long or too much memory; internal_error when the thread fails; the signal's reason when aborted
 */
export async function compareOnThread(
  order: WorkerOrder,
  { program, clock, timeoutMs, signal }: Bounds & { readonly program: string },
): Promise<Comparison> {
  signal.throwIfAborted();
  const worker = new Worker(program, {
    workerData: order,
    // The thread gets neither Node's flags nor our secrets.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    return await settled(worker, { clock, timeoutMs, signal });
  } finally {
    await worker.terminate();
  }
}

function settled(worker: Worker, { clock, timeoutMs, signal }: Bounds): Promise<Comparison> {
  return new Promise<Comparison>((resolve, reject) => {
    const timer = clock.setTimeout(() => done(() => reject(tooLong(timeoutMs))), timeoutMs);
    const done = (then: () => void): void => {
      timer.cancel();
      signal.removeEventListener('abort', aborted);
      then();
    };
    const aborted = (): void => done(() => reject(signal.reason));
    signal.addEventListener('abort', aborted, { once: true });
    worker.once('message', (comparison: Comparison) => done(() => resolve(comparison)));
    worker.once('error', (error) => done(() => reject(failed(error))));
    worker.once('exit', (code) =>
      done(() => reject(failed(new Error(`it ended with code ${code} and without an answer`)))),
    );
  });
}

function tooLong(timeoutMs: number): Fault {
  return new Fault(
    'unavailable',
    `The preview was not done within ${timeoutMs / 1_000} seconds; ask for fewer days.`,
  );
}

function failed(error: Error): Fault {
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new Fault('unavailable', 'There are too many records for a preview; ask for fewer days.', {
      cause: error,
    });
  return new Fault('internal_error', 'The preview failed.', {
    internal: `the preview's thread failed: ${messageOf(error)}`,
    cause: error,
  });
}
