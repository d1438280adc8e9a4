import type { CommandId } from '../../../contracts/ids.ts';
import type { CommandRecord } from '../../../store/ports/commands.ts';
import { DEVICE_ID } from './device-records.ts';

/** A command that was asked for a moment ago and has not been sent, but for what is named. */
export function commandRecord(n: number, changes: Partial<CommandRecord> = {}): CommandRecord {
  return {
    id: `cmd_${n}` as CommandId,
    organisationId: 1,
    deviceId: DEVICE_ID,
    sequence: n,
    type: 'message',
    params: { text: `number ${n}` },
    status: 'queued',
    createdAt: 0,
    expiresAt: Number.MAX_SAFE_INTEGER,
    sentAt: null,
    acknowledgedAt: null,
    completedAt: null,
    result: null,
    error: null,
    requestedBy: null,
    batchId: null,
    ...changes,
  };
}
