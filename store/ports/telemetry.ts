import type { DeviceId } from '../../contracts/ids.ts';
import type { ActivityRecord, DeviceEvent } from '../../contracts/mqtt/messages.ts';

export interface ReceivedActivity {
  readonly deviceId: DeviceId;
  readonly organisationId: number;
  readonly receivedAt: number;
  readonly ouPath: string;
  /** Worth a look by a teacher; only of what is no decided request. */
  readonly flagged?: boolean;
  /** The device did not tell that the record's person was signed in at that time. */
  readonly unproven?: boolean;
  /** Completed to the e-mail form. */
  readonly record: ActivityRecord;
}

export interface ReceivedDeviceEvent {
  readonly deviceId: DeviceId;
  readonly organisationId: number;
  readonly receivedAt: number;
  readonly event: DeviceEvent;
}

/**
 * What devices report in batches; a repeat changes nothing. An event is known by device and event id. An activity record is known by device,
 * record id and its own time: an agent repeats a record as it was, with the same `at`. Decided requests are kept as logs, everything
 * else as activity (`store/ports/records.ts`), and counted in the roll-ups.
 */
export interface TelemetryStore {
  /** @returns how many were new */
  appendActivity(batch: readonly ReceivedActivity[]): Promise<number>;
  /**
   * Events are kept without what students did or wrote (`keptDeviceEvent`).
   * @returns the events that were new, whole and in their order: only those have an effect
   */
  appendDeviceEvents(batch: readonly ReceivedDeviceEvent[]): Promise<readonly ReceivedDeviceEvent[]>;
  /** Forgets at most `limit` events that were received before a moment, oldest first: a repeat of one would be new. @returns how many */
  purgeDeviceEvents(before: number, limit: number): Promise<number>;
  /** Decided requests since the beginning of the hour of a moment, from the roll-ups. */
  activityCounts(
    organisationId: number,
    since: number,
  ): Promise<{ readonly requests: number; readonly blocked: number }>;
}
