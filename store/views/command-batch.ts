import type { CommandBatch } from '../../contracts/rest/command-batches.ts';
import type { CommandBatchView } from '../ports/command-batches.ts';
import { timestamp } from './timestamp.ts';

/** A batch as API users see it. */
export function toCommandBatch({ batch, counts, waiting }: CommandBatchView): CommandBatch {
  const { id, type, rejected, requestedBy, createdAt } = batch;
  return {
    id,
    type,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    waiting,
    rejected: rejected.map((one) => ({ ...one })),
    requestedBy,
    createdAt: timestamp(createdAt),
  };
}
