import type { AccessRequest } from '../../contracts/rest/access-requests.ts';
import type { AccessRequestRecord } from '../ports/access-requests.ts';
import { timestamp } from './timestamp.ts';

/** An access request as API users see it. */
export function toAccessRequest(record: AccessRequestRecord): AccessRequest {
  return {
    id: record.id,
    status: record.status,
    host: record.host,
    url: record.url,
    note: record.note,
    deviceId: record.deviceId,
    user: record.user,
    ou: record.ouPath,
    policyId: record.policyId,
    ruleId: record.ruleId,
    alertId: record.alertId,
    count: record.count,
    lastAskedAt: timestamp(record.lastAskedAt),
    expiresAt: timestamp(record.expiresAt),
    decidedAt: record.decidedAt === null ? null : timestamp(record.decidedAt),
    decidedBy: record.decidedBy,
    words: record.words,
    overrideIds: [...record.overrideIds],
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}
