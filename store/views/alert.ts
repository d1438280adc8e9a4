import type { Alert } from '../../contracts/rest/alerts.ts';
import type { AlertRecord } from '../ports/alerts.ts';
import { timestamp, timestampOrNull } from './timestamp.ts';

/** An alert as API users and webhook receivers see it. */
export function toAlert(record: AlertRecord): Alert {
  return {
    id: record.id,
    timestamp: timestamp(record.createdAt),
    type: record.type,
    severity: record.severity,
    status: record.status,
    title: record.title,
    deviceId: record.deviceId,
    user: record.user,
    ou: record.ouPath,
    policyId: record.policyId,
    details: { count: record.count, ...record.details },
    lastSeenAt: timestamp(record.lastSeenAt),
    acknowledgedAt: timestampOrNull(record.acknowledgedAt),
    acknowledgedBy: record.acknowledgedBy,
    resolvedAt: timestampOrNull(record.resolvedAt),
    resolvedBy: record.resolvedBy,
    note: record.note,
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}
