// The thread of one preview, started by preview-engine.ts. It answers once and ends; what it throws ends it too.
import { parentPort, workerData } from 'node:worker_threads';
import type { RecordSource } from '../../../store/ports/record-scan.ts';
import { openRecordScan } from '../../../store/sqlite/record-scan.ts';
import { type ComparisonTask, compareBundles } from './comparison.ts';

/** What the thread is started with. */
export interface WorkerOrder {
  readonly source: RecordSource;
  readonly task: ComparisonTask;
}

const { source, task } = workerData as WorkerOrder;
const scan = openRecordScan(source);
try {
  parentPort?.postMessage(compareBundles(scan, task));
} finally {
  scan.close();
}
