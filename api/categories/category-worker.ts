// The thread of one step of an update, started by category-work.ts. It answers once and ends. An error ends it too.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../kit/fault.ts';
import { type CompiledIndex, type CompileOrder, compileIndex } from './compile-index.ts';
import { type ReadOrder, type ReadResult, readSource } from './read-source.ts';
import {
  countLists,
  type NameMatch,
  type SearchOrder,
  type SourceCounts,
  searchLists,
} from './search-lists.ts';
import { SourceFault } from './source-fault.ts';

/** The order that the thread is started with. */
export type ThreadOrder =
  | { readonly kind: 'read'; readonly order: ReadOrder }
  | { readonly kind: 'compile'; readonly order: CompileOrder }
  | { readonly kind: 'search'; readonly order: SearchOrder }
  | { readonly kind: 'count'; readonly order: Omit<SearchOrder, 'names'> };

type ThreadResult = ReadResult | CompiledIndex | readonly NameMatch[] | SourceCounts;

/** The messages of the thread: progress now and then, and the result at last. */
export type ThreadMessage =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'done'; readonly result: ThreadResult }
  | { readonly kind: 'source_fault'; readonly message: string };

/** Bytes between two progress messages. */
const REPORT_EVERY = 1_048_576;

const order = workerData as ThreadOrder;
let reported = 0;
const say = (message: ThreadMessage): void => parentPort?.postMessage(message);

try {
  const result = await resultOf(order);
  say({ kind: 'done', result });
} catch (error) {
  if (!(error instanceof SourceFault)) throw error;
  say({ kind: 'source_fault', message: messageOf(error) });
}

async function resultOf(started: ThreadOrder): Promise<ThreadResult> {
  switch (started.kind) {
    case 'compile':
      return compileIndex(started.order);
    case 'search':
      return searchLists(started.order);
    case 'count':
      return countLists(started.order);
    case 'read':
      return await readSource(started.order, { progress: tellProgress });
  }
}

function tellProgress(bytes: number): void {
  if (bytes - reported < REPORT_EVERY) return;
  reported = bytes;
  say({ kind: 'progress', bytes });
}
