import type { Command } from '../../contracts/rest/resources.ts';
import type { CommandRecord } from '../ports/commands.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** A command as API users see it. */
export function toCommand(record: CommandRecord): Command {
  return {
    id: record.id,
    deviceId: record.deviceId,
    type: record.type,
    params: { ...record.params },
    status: record.status,
    createdAt: timestamp(record.createdAt),
    expiresAt: timestamp(record.expiresAt),
    sentAt: timestampOrNull(record.sentAt),
    acknowledgedAt: timestampOrNull(record.acknowledgedAt),
    completedAt: timestampOrNull(record.completedAt),
    result: record.result === null ? null : { ...record.result },
    error: record.error === null ? null : { ...record.error },
    requestedBy: record.requestedBy,
    batchId: record.batchId,
  };
}
