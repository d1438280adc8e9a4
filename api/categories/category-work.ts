import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../kit/clock.ts';
import type { ThreadMessage, ThreadOrder } from './category-worker.ts';
import type { CompiledIndex, CompileOrder } from './compile-index.ts';
import type { ReadOrder, ReadResult } from './read-source.ts';
import type { NameMatch, SearchOrder, SourceCounts } from './search-lists.ts';
import { SourceFault } from './source-fault.ts';

/** Reads sources and makes indexes on threads, because a minute of work must not hold up the server's requests. */
export interface CategoryWork {
  /** @throws SourceFault */
  read(
    order: ReadOrder,
    options: { readonly progress: (bytes: number) => void; readonly signal: AbortSignal },
  ): Promise<ReadResult>;
  /** @throws Error */
  compile(order: CompileOrder, signal: AbortSignal): Promise<CompiledIndex>;
  /** @throws Error */
  search(order: SearchOrder, signal: AbortSignal): Promise<readonly NameMatch[]>;
  /** @throws Error */
  count(order: Omit<SearchOrder, 'names'>, signal: AbortSignal): Promise<SourceCounts>;
}

/** `.ts` when Node runs the sources, `.js` when it runs the build. The thread's program has the same ending. */
const BESIDE = join(import.meta.dirname, `category-worker${extname(import.meta.filename)}`);
/** Heap of a thread (MB). The large tables lie outside of the heap. */
const MAX_HEAP_MB = 1_024;
/** A source that takes longer than this is given up. */
const READ_TIMEOUT_MS = 600_000;
/** Enough for twenty-five million names on a slow machine. */
const COMPILE_TIMEOUT_MS = 900_000;
/** A person waits for the answer. */
const SEARCH_TIMEOUT_MS = 30_000;

/** Each call runs on a thread of its own, which has ended when the call settles. */
export function createCategoryWork({
  clock,
  program = BESIDE,
  readTimeoutMs = READ_TIMEOUT_MS,
}: {
  readonly clock: Clock;
  /** What a thread runs. */
  readonly program?: string;
  readonly readTimeoutMs?: number;
}): CategoryWork {
  const onlyResult = (order: ThreadOrder, timeoutMs: number, signal: AbortSignal): Promise<unknown> =>
    onThread(order, { clock, program, timeoutMs, signal, progress: () => undefined });
  return {
    read: async (order, { progress, signal }) =>
      (await onThread(
        { kind: 'read', order },
        { clock, program, timeoutMs: readTimeoutMs, signal, progress },
      )) as ReadResult,
    compile: async (order, signal) =>
      (await onlyResult({ kind: 'compile', order }, COMPILE_TIMEOUT_MS, signal)) as CompiledIndex,
    search: async (order, signal) =>
      (await onlyResult({ kind: 'search', order }, SEARCH_TIMEOUT_MS, signal)) as readonly NameMatch[],
    count: async (order, signal) =>
      (await onlyResult({ kind: 'count', order }, SEARCH_TIMEOUT_MS, signal)) as SourceCounts,
  };
}

interface ThreadTools {
  readonly clock: Clock;
  readonly program: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress: (bytes: number) => void;
}

async function onThread(order: ThreadOrder, tools: ThreadTools): Promise<unknown> {
  tools.signal.throwIfAborted();
  const worker = new Worker(tools.program, {
    workerData: order,
    // The thread gets neither Node's flags nor our secrets. It does get the machine's certificates and proxies.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: networkEnvironment(process.env),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    return await settled(worker, tools);
  } finally {
    await worker.terminate();
  }
}

function networkEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.includes(name.toUpperCase())));
}

function settled(worker: Worker, { clock, timeoutMs, signal, progress }: ThreadTools): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(
      () => done(() => reject(new SourceFault(`It was not done within ${timeoutMs / 60_000} minutes.`))),
      timeoutMs,
    );
    const done = (then: () => void): void => {
      timer.cancel();
      signal.removeEventListener('abort', aborted);
      then();
    };
    const aborted = (): void => done(() => reject(signal.reason));
    signal.addEventListener('abort', aborted, { once: true });
    worker.on('message', (message: ThreadMessage) => {
      switch (message.kind) {
        case 'progress':
          progress(message.bytes);
          break;
        case 'done':
          done(() => resolve(message.result));
          break;
        case 'source_fault':
          done(() => reject(new SourceFault(message.message)));
          break;
      }
    });
    worker.once('error', (error) => done(() => reject(error)));
    worker.once('exit', (code) =>
      done(() =>
        reject(new Error(`the thread of the categories ended with code ${code} and without an answer`)),
      ),
    );
  });
}
