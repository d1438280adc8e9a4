import type { AuditEntry } from '../../contracts/rest/audit.ts';
import type { AuditRecord } from '../ports/audit.ts';
import { timestamp } from './timestamp.ts';

/** An entry of the audit as owners and administrators see it. */
export function toAuditEntry(record: AuditRecord): AuditEntry {
  const { before, after } = record.changes;
  return {
    id: record.id,
    sequence: record.sequence,
    timestamp: timestamp(record.at),
    actor: record.actor,
    action: record.action,
    target: record.target,
    ip: record.ip,
    userAgent: record.userAgent,
    requestId: record.requestId,
    changes: {
      ...(before === undefined ? {} : { before: { ...before } }),
      ...(after === undefined ? {} : { after: { ...after } }),
    },
    hash: record.hash,
  };
}
