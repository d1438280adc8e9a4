import type { CommandStatus } from '../../contracts/device/command.ts';
import type { CommandBatch } from '../../contracts/rest/command-batches.ts';
import type { CommandBatchRecord } from '../ports/command-batches.ts';
import { timestamp } from './timestamp.ts';

/** A batch as API users see it. */
export function toCommandBatch(
  { id, type, rejected, requestedBy, createdAt }: CommandBatchRecord,
  counts: Readonly<Partial<Record<CommandStatus, number>>>,
): CommandBatch {
  return {
    id,
    type,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    rejected: rejected.map((one) => ({ ...one })),
    requestedBy,
    createdAt: timestamp(createdAt),
  };
}
