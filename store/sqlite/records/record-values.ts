import type { ReceivedActivity } from '../../ports/telemetry.ts';
import type { RecordTime } from '../../rules/record-time.ts';
import { ACTION_CODES, ACTIVITY_CODES, BYPASS_CODES, CAMPUS_CODES, REASON_CODES } from './partitions.ts';

/** Texts of a record, by their numbers. */
export type TextNumbers = Readonly<Record<'device' | 'ou', number>> &
  Readonly<Record<'user' | 'domain' | 'category' | 'policy' | 'rule' | 'app', number | null>>;

/** The values of a row. */
export interface RowParts {
  readonly received: ReceivedActivity;
  readonly numbers: TextNumbers;
  /** Identifies the record, so that a repeat is recognised. */
  readonly digest: number;
  readonly time: RecordTime;
}

/** In the order of `LOG_COLUMNS`. */
export function logValues({ received, numbers, digest, time }: RowParts): readonly unknown[] {
  const { receivedAt, record, unproven } = received;
  return [
    receivedAt,
    numbers.device,
    numbers.user,
    numbers.ou,
    numbers.domain,
    numbers.category,
    ACTION_CODES.indexOf(record.action ?? 'allow'),
    REASON_CODES.indexOf(record.reason ?? 'default'),
    numbers.policy,
    record.policyVersion ?? null,
    numbers.rule,
    CAMPUS_CODES.indexOf(record.campus ?? 'unknown'),
    record.count ?? 1,
    record.url ?? null,
    digest,
    time.deviceAt,
    record.bypass == null ? null : BYPASS_CODES.indexOf(record.bypass),
    numbers.app,
    unproven === true ? 1 : null,
  ];
}

/** In the order of `ACTIVITY_COLUMNS`. */
export function activityValues({ received, numbers, digest, time }: RowParts): readonly unknown[] {
  const { receivedAt, flagged, record, unproven } = received;
  return [
    receivedAt,
    numbers.device,
    numbers.user,
    numbers.ou,
    record.kind === 'request' ? 0 : ACTIVITY_CODES.indexOf(record.kind),
    record.title ?? null,
    record.url ?? null,
    numbers.domain,
    numbers.category,
    record.durationSeconds ?? null,
    flagged === true ? 1 : 0,
    digest,
    time.deviceAt,
    unproven === true ? 1 : null,
  ];
}
