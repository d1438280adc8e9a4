import type { DeviceId } from '../../contracts/ids.ts';
import type { ActivityRecord, DeviceEvent } from '../../contracts/mqtt/messages.ts';

export interface ReceivedActivity {
  readonly deviceId: DeviceId;
  readonly organisationId: number;
  readonly receivedAt: number;
  readonly ouPath: string;
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
 * record id and its own time: an agent repeats a record as it was, with the same `at`.
 */
export interface TelemetryStore {
  /** @returns how many were new */
  appendActivity(batch: readonly ReceivedActivity[]): Promise<number>;
  /** @returns the events that were new, in their order: only those have an effect */
  appendDeviceEvents(batch: readonly ReceivedDeviceEvent[]): Promise<readonly ReceivedDeviceEvent[]>;
  /** Newest first. The activity of one device may take time in proportion to that of all: for tests and tools, not for requests. */
  recentActivity(
    organisationId: number,
    filter: { readonly deviceId?: DeviceId; readonly limit: number },
  ): Promise<readonly ReceivedActivity[]>;
  recentDeviceEvents(
    organisationId: number,
    filter: { readonly deviceId?: DeviceId; readonly limit: number },
  ): Promise<readonly ReceivedDeviceEvent[]>;
  /** Counts of the records received since a moment, by action. */
  activityCounts(
    organisationId: number,
    since: number,
  ): Promise<{ readonly requests: number; readonly blocked: number }>;
}

/** First-run links and dashboard sessions: hashes only (SHA-256, base64url). */
export interface SessionStore {
  createFirstRunLink(hash: string, expiresAt: number): Promise<void>;
  /** Uses a link up; false when unknown, used or expired. */
  redeemFirstRunLink(hash: string, now: number): Promise<boolean>;
  /** Whether a link was ever used: then the server no longer prints one. */
  firstRunDone(): Promise<boolean>;
  createSession(session: {
    readonly hash: string;
    readonly createdAt: number;
    readonly expiresAt: number;
  }): Promise<void>;
  sessionValid(hash: string, now: number): Promise<boolean>;
  deleteSession(hash: string): Promise<void>;
  purge(now: number): Promise<void>;
}
