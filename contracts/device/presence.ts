/**
 * Presence: is a device reachable? All times are the server's, in epoch milliseconds; a device's own clock never counts.
 * One function says it, `presenceAt`; the gateway's sweep and every view use it.
 */

/** How often a device reports when nothing else is asked of it. */
export const HEARTBEAT_SECONDS = 30;

/** MQTT keep-alive; the broker closes a connection after 1.5 × this (MQTT 3.1.1, 3.1.2.10). */
export const KEEPALIVE_SECONDS = 30;

/** Delay before a clean stop, a last will or a missed keep-alive counts as offline. A reconnect within this time is no absence. */
export const DISCONNECT_DEBOUNCE_MS = 10_000;

/** A device that is silent for this long is offline, whatever the connection looks like: two and a half heartbeats. */
export const SILENCE_MS = 75_000;

export type ConnectivityStatus = 'online' | 'offline';
export type OfflineReason = 'stopped' | 'connection_lost' | 'silence';

/** The stored facts about a device's connection. */
export interface PresenceRecord {
  /** The last written status. Its event may be delayed. */
  readonly status: ConnectivityStatus;
  /** Receive time of the last authenticated message. Enrollment counts as the first. */
  readonly lastSeenAt: number;
  /** When the current connection ended, for any reason; null = it is open. */
  readonly disconnectedAt: number | null;
  readonly disconnectReason: OfflineReason | null;
}

export type Presence =
  | {
      readonly status: 'online' /** when this will end, unless something is heard before */;
      readonly until: number;
    }
  | { readonly status: 'offline'; readonly reason: OfflineReason };

/**
 * The presence of a device at a moment.
 * @param graceUntil no silence is counted before this moment: the server itself was away, so nobody could have been heard.
 */
export function presenceAt(record: PresenceRecord, now: number, graceUntil = 0): Presence {
  if (record.status === 'offline') {
    return { status: 'offline', reason: record.disconnectReason ?? 'silence' };
  }
  const silentAt = Math.max(record.lastSeenAt + SILENCE_MS, graceUntil);
  const goneAt =
    record.disconnectedAt === null
      ? Number.POSITIVE_INFINITY
      : Math.max(record.disconnectedAt + DISCONNECT_DEBOUNCE_MS, graceUntil);
  const until = Math.min(silentAt, goneAt);
  if (now < until) return { status: 'online', until };
  return {
    status: 'offline',
    reason: goneAt <= silentAt ? (record.disconnectReason ?? 'connection_lost') : 'silence',
  };
}

/**
 * A device last heard longer ago than this is never shown online (milliseconds). Presence itself reports `silence` sooner. It needs time to
 * sweep and write, and heartbeats are written in batches, so 30 s more keep the two from disagreeing. Beyond this time the gateway is not
 * running, nothing updates the stored status, and the status is out of date.
 */
export const SHOWN_ONLINE_MS = SILENCE_MS + 30_000;

/** The status for views and filters: the stored one, unless it can no longer be true. */
export function statusShown(
  record: Pick<PresenceRecord, 'status' | 'lastSeenAt'>,
  now: number,
): ConnectivityStatus {
  return record.status === 'online' && record.lastSeenAt > now - SHOWN_ONLINE_MS ? 'online' : 'offline';
}
