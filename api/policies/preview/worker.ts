import { parentPort, workerData } from 'node:worker_threads';
import type { StoreLocation } from '../../../store/ports/adapter.ts';
import type { RecordScan } from '../../../store/ports/record-scan.ts';
import { type ComparisonTask, compareBundles } from './comparison.ts';

/** The order that the thread is started with. */
export interface WorkerOrder {
  readonly source: StoreLocation;
  readonly task: ComparisonTask;
}

/** The whole work of a preview's thread: it compares, sends the answer and ends. @param open opens the records of the store at a location */
export function answerComparison(open: (source: StoreLocation) => RecordScan): void {
  const { source, task } = workerData as WorkerOrder;
  const scan = open(source);
  try {
    parentPort?.postMessage(compareBundles(scan, task));
  } finally {
    scan.close();
  }
}
