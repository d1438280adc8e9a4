import type { Activity, LogEntry } from '../../contracts/rest/records.ts';
import type { ActivityEntry, LogRecord } from '../ports/records.ts';
import { timestamp } from './timestamp.ts';

/** A decided request as the API shows it. */
export function toLogEntry(record: LogRecord): LogEntry {
  return {
    id: record.id,
    timestamp: timestamp(record.at),
    deviceId: record.deviceId,
    user: record.user,
    ou: record.ouPath,
    url: record.url,
    domain: record.domain,
    category: record.category,
    action: record.action,
    reason: record.reason,
    policyId: record.policyId,
    policyVersion: record.policyVersion,
    ruleId: record.ruleId,
    campus: record.campus,
    count: record.count,
    bypass: record.bypass,
    app: record.app,
    unproven: record.unproven,
  };
}

/** What somebody did, as the API shows it. */
export function toActivity(entry: ActivityEntry): Activity {
  return {
    id: entry.id,
    timestamp: timestamp(entry.at),
    user: entry.user,
    deviceId: entry.deviceId,
    ou: entry.ouPath,
    kind: entry.kind,
    title: entry.title,
    url: entry.url,
    domain: entry.domain,
    category: entry.category,
    durationSeconds: entry.durationSeconds,
    flagged: entry.flagged,
    unproven: entry.unproven,
  };
}
