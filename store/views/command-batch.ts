import { OPEN_STATUSES } from '../../contracts/device/command.ts';
import type { CommandBatch, CommandBatchSummary } from '../../contracts/rest/command-batches.ts';
import type { CommandBatchView } from '../ports/command-batches.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** A batch as API users see it. */
export function toCommandBatch(view: CommandBatchView): CommandBatch {
  return { ...toCommandBatchSummary(view), rejected: view.batch.rejected.map((one) => ({ ...one })) };
}

/** A batch as lists show it. */
export function toCommandBatchSummary({
  batch,
  counts,
  waiting,
  skipped,
}: CommandBatchView): CommandBatchSummary {
  const isRunning = waiting > 0 || OPEN_STATUSES.some((status) => (counts[status] ?? 0) > 0);
  return {
    id: batch.id,
    type: batch.type,
    status: isRunning ? 'running' : 'done',
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    waiting,
    skipped,
    rejectedCount: batch.rejected.length,
    retryOf: batch.retryOf,
    requestedBy: batch.requestedBy,
    createdAt: timestamp(batch.createdAt),
    cancelledAt: timestampOrNull(batch.cancelledAt),
  };
}
