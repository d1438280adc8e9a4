import type { DeviceId } from '../../contracts/ids.ts';
import type { ActivityRecord, DeviceEvent } from '../../contracts/mqtt/messages.ts';

export interface ReceivedActivity {
  readonly deviceId: DeviceId;
  readonly organisationId: number;
  readonly receivedAt: number;
  readonly ouPath: string;
  /** A teacher should look at it; never set for a decided request. */
  readonly flagged?: boolean;
  /** The device's heartbeats did not say that the record's person was signed in at that time. */
  readonly unproven?: boolean;
  /** Its account is completed to e-mail form. */
  readonly record: ActivityRecord;
}

export interface ReceivedDeviceEvent {
  readonly deviceId: DeviceId;
  readonly organisationId: number;
  readonly receivedAt: number;
  readonly event: DeviceEvent;
}

/**
 * Batches of reports of devices; a repeat changes nothing. An event is identified by device and event id. An activity record is identified by device, record id
 * and its own time, since an agent repeats a record with the same `at`. Decided requests are stored as logs, all else as activity (`store/ports/records.ts`),
 * and counted in the roll-ups.
 */
export interface TelemetryStore {
  /** @returns how many were new */
  appendActivity(batch: readonly ReceivedActivity[]): Promise<number>;
  /**
   * Events are stored without what students did or wrote (`keptDeviceEvent`).
   * @returns the new events, unchanged and in their order: only those have an effect
   */
  appendDeviceEvents(batch: readonly ReceivedDeviceEvent[]): Promise<readonly ReceivedDeviceEvent[]>;
  /** Deletes at most `limit` events received before a moment, oldest first. A repeat of a deleted one counts as new. @returns how many */
  purgeDeviceEvents(before: number, limit: number): Promise<number>;
  /** Decided requests since the beginning of the hour of a moment, from the roll-ups. */
  activityCounts(
    organisationId: number,
    since: number,
  ): Promise<{ readonly requests: number; readonly blocked: number }>;
}
