import type { DeviceId } from '../../../contracts/ids.ts';
import type { ActivityEntry, LogRecord } from '../../ports/records.ts';
import { recordIdOf, timeOf } from './numbers.ts';
import {
  ACTION_CODES,
  ACTIVITY_CODES,
  BYPASS_CODES,
  CAMPUS_CODES,
  type Partition,
  REASON_CODES,
} from './partitions.ts';
import type { TextReader } from './texts.ts';

interface SharedRow {
  readonly number: number;
  readonly received_at: number;
  readonly device: number;
  readonly user: number | null;
  readonly ou: number;
  readonly domain: number | null;
  readonly category: number | null;
  readonly url: string | null;
  /** Absent in days of an older version. */
  readonly unproven?: number | null;
}

/** A row of a logs table. */
export interface LogRow extends SharedRow {
  readonly action: number;
  readonly reason: number;
  readonly policy: number | null;
  readonly policy_version: number | null;
  readonly rule: number | null;
  readonly campus: number;
  readonly count: number;
  /** Absent in days of an older version. */
  readonly bypass?: number | null;
  readonly app?: number | null;
}

/** A row of an activity table. */
export interface ActivityRow extends SharedRow {
  readonly kind: number;
  readonly title: string | null;
  readonly duration_seconds: number | null;
  readonly flagged: number;
}

function sharedOf(texts: TextReader, { day }: Partition, row: SharedRow) {
  const text = (id: number | null): string | null => (id === null ? null : texts.text(id));
  return {
    at: timeOf(day, row.number),
    receivedAt: row.received_at,
    // The column holds the number of a device id, and nothing else.
    deviceId: texts.text(row.device) as DeviceId,
    user: text(row.user),
    ouPath: texts.path(row.ou),
    domain: text(row.domain),
    category: text(row.category),
    url: row.url,
    unproven: row.unproven === 1,
  };
}

export function logOf(texts: TextReader, partition: Partition, row: LogRow): LogRecord {
  const text = (id: number | null): string | null => (id === null ? null : texts.text(id));
  return {
    id: recordIdOf('log', { ...partition, number: row.number }),
    ...sharedOf(texts, partition, row),
    action: ACTION_CODES[row.action] ?? 'allow',
    reason: REASON_CODES[row.reason] ?? 'default',
    policyId: text(row.policy),
    policyVersion: row.policy_version,
    ruleId: text(row.rule),
    campus: CAMPUS_CODES[row.campus] ?? 'unknown',
    count: row.count,
    bypass: row.bypass == null ? null : (BYPASS_CODES[row.bypass] ?? null),
    app: text(row.app ?? null),
  };
}

export function activityOf(texts: TextReader, partition: Partition, row: ActivityRow): ActivityEntry {
  return {
    id: recordIdOf('act', { ...partition, number: row.number }),
    ...sharedOf(texts, partition, row),
    kind: ACTIVITY_CODES[row.kind] ?? 'visit',
    title: row.title,
    durationSeconds: row.duration_seconds,
    flagged: row.flagged === 1,
  };
}
