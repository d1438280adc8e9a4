import type { DeviceId } from '../../contracts/ids.ts';
import type { ActivityRecord } from '../../contracts/mqtt/messages.ts';
import type { ReceivedActivity } from '../../store/ports/telemetry.ts';

/** What a test says of a record; the rest is made up. */
export interface RecordWanted extends Partial<ActivityRecord> {
  readonly deviceId?: DeviceId;
  readonly ouPath?: string;
  readonly organisationId?: number;
  /** Default: the record's own time. */
  readonly receivedAt?: number;
  readonly flagged?: boolean;
}

export const LAPTOP: DeviceId = 'dev_01kafw2n7qd5g8h1j3k6m9p2rs';

let made = 0;

/** A decided request as ingest gives it to the store; each call another record unless `id` is given. */
export function received(at: number, wanted: RecordWanted = {}): ReceivedActivity {
  made += 1;
  const {
    deviceId = LAPTOP,
    ouPath = '/High',
    organisationId = 1,
    receivedAt = at,
    flagged,
    ...record
  } = wanted;
  return {
    deviceId,
    organisationId,
    receivedAt,
    ouPath,
    ...(flagged === undefined ? {} : { flagged }),
    record: {
      id: `record-${String(made).padStart(6, '0')}`,
      at,
      kind: 'request',
      user: 'ana@school.local',
      domain: 'example.com',
      category: 'reference',
      action: 'allow',
      reason: 'default',
      campus: 'on-campus',
      ...record,
    },
  };
}
