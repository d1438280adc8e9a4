import {
  type ConnectivityStatus,
  type OfflineReason,
  type PresenceRecord,
  presenceAt,
  SILENCE_MS,
} from '../../contracts/device/presence.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import { every } from '../../kit/clock.ts';
import type { Store } from '../../store/ports/store.ts';
import { Deadlines, SLOT_MS } from './deadlines.ts';
import { PresenceEvents, type PresenceEventTools } from './presence-events.ts';
import { writeArrival, writeDeparture } from './transitions.ts';

/** How long after a failed write the same transition is tried again; twice as long after each further failure, up to a minute. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** Notes that a device was heard. */
export interface TouchSink {
  touch(deviceId: DeviceId, at: number): void;
}

export interface PresenceTools extends PresenceEventTools {
  readonly store: Pick<Store, 'devices' | 'deviceQuotas'>;
  readonly touches: TouchSink;
}

/** A `PresenceRecord` whose times are monotonic. */
interface Entry extends PresenceRecord {
  status: ConnectivityStatus;
  lastSeenAt: number;
  disconnectedAt: number | null;
  disconnectReason: OfflineReason | null;
  /** The epoch of the connection that this process knows; null for a device that was online before it started. */
  readonly epoch: number | null;
  /** The device is not reported offline before this moment: the server was down and heard nobody. */
  readonly graceUntil: number;
  /** A transition is being written. */
  moving: boolean;
  /** Failed writes of it in a row. */
  failures: number;
}

/**
 * Knows which devices are online. It gets every sign of life and every end of a connection. It keeps the deadlines in memory by the monotonic clock, so that a
 * jump of the wall clock changes nothing. It writes each transition with its event in one transaction, if the device's budget of events allows it.
 */
export class Presence {
  readonly #tools: PresenceTools;
  readonly #events: PresenceEvents;
  readonly #entries = new Map<DeviceId, Entry>();
  /** Devices whose login is being written: a transition to offline that was due before it is void. */
  readonly #arriving = new Set<DeviceId>();
  #deadlines: Deadlines<DeviceId>;
  #sweep: { stop(): Promise<void> } | null = null;
  #stopping = false;

  constructor(tools: PresenceTools) {
    this.#tools = tools;
    this.#events = new PresenceEvents(tools);
    this.#deadlines = new Deadlines(tools.clock.monotonic());
  }

  /** Reads which devices were online when the server stopped. They have 75 s to be heard before they are reported offline. */
  async start(): Promise<void> {
    const { clock, log, store } = this.#tools;
    const now = clock.monotonic();
    this.#stopping = false;
    this.#deadlines = new Deadlines(now);
    this.#entries.clear();
    for (const { id, disconnectedAt, disconnectReason } of await store.devices.online()) {
      // The stored times of its last sign of life and last end do not count: they were before the grace.
      const entry: Entry = {
        ...freshEntry('online', now, null),
        disconnectedAt: disconnectedAt === null ? null : now,
        disconnectReason,
        graceUntil: now + SILENCE_MS,
      };
      this.#entries.set(id, entry);
      this.#arm(id, entry);
    }
    await this.#events.start();
    const report = (error: unknown): void => log.error({ err: error }, 'the presence sweep failed');
    this.#sweep = every(clock, SLOT_MS, () => this.#look(), report);
  }

  /** Stops; from now on a connection that closes means nothing. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#sweep?.stop();
    this.#sweep = null;
  }

  /**
   * Writes that a login was proven with this key. Resolves when that is durable, with `device.online` if the device was offline. Resolves with false, and
   * writes nothing, when the key was revoked meanwhile.
   * @param publicKey null = an open connection whose key was checked before
   */
  async connected(deviceId: DeviceId, epoch: number, publicKey: string | null): Promise<boolean> {
    const { clock } = this.#tools;
    const at = clock.now();
    this.#arriving.add(deviceId);
    try {
      const telling = await this.#events.write(deviceId, (tx, mayTell) =>
        writeArrival(tx, deviceId, { epoch, publicKey, at, mayTell }),
      );
      if (telling === null) return false;
    } finally {
      this.#arriving.delete(deviceId);
    }
    const entry = freshEntry('online', clock.monotonic(), epoch);
    this.#entries.set(deviceId, entry);
    this.#arm(deviceId, entry);
    return true;
  }

  /** A sign of life on an authenticated connection. */
  heard(deviceId: DeviceId, epoch: number): void {
    const { clock, touches } = this.#tools;
    touches.touch(deviceId, clock.now());
    const entry = this.#entries.get(deviceId);
    if (entry !== undefined) entry.lastSeenAt = clock.monotonic();
    if (entry === undefined || (entry.status === 'offline' && !entry.moving))
      void this.#revive(deviceId, epoch);
  }

  /** Writes the end of a connection. It counts only for the newest connection of the device. Resolves when it is durable. */
  async ended(deviceId: DeviceId, epoch: number, reason: OfflineReason): Promise<void> {
    const { clock, commits } = this.#tools;
    const entry = this.#entries.get(deviceId);
    if (this.#stopping || entry === undefined || entry.epoch !== epoch || entry.disconnectedAt !== null)
      return;
    entry.disconnectedAt = clock.monotonic();
    entry.disconnectReason = reason;
    if (entry.status === 'online') this.#arm(deviceId, entry);
    else if (!entry.moving) this.#entries.delete(deviceId);
    const end = { epoch, at: clock.now(), reason };
    await commits.submit({
      kind: 'work',
      run: async (tx) => {
        await tx.devices.disconnected(deviceId, end);
      },
    });
  }

  #look(): void {
    this.#events.look();
    const now = this.#tools.clock.monotonic();
    for (const deviceId of this.#deadlines.due(now)) {
      const entry = this.#entries.get(deviceId);
      if (entry === undefined || entry.status === 'offline' || entry.moving) continue;
      const presence = presenceAt(entry, now, entry.graceUntil);
      if (presence.status === 'online') this.#deadlines.set(deviceId, presence.until);
      else void this.#leave(deviceId, entry);
    }
  }

  #arm(deviceId: DeviceId, entry: Entry): void {
    const now = this.#tools.clock.monotonic();
    const presence = presenceAt(entry, now, entry.graceUntil);
    this.#deadlines.set(deviceId, presence.status === 'online' ? presence.until : now);
  }

  async #leave(deviceId: DeviceId, entry: Entry): Promise<void> {
    const { clock, log } = this.#tools;
    entry.moving = true;
    try {
      const gone = await this.#events.write(deviceId, async (tx, mayTell) => {
        // Between the deadline and this transaction the device may have been heard, or have come again.
        const presence = presenceAt(entry, clock.monotonic(), entry.graceUntil);
        const overtaken = this.#arriving.has(deviceId) || this.#entries.get(deviceId) !== entry;
        if (presence.status === 'online' || overtaken) return null;
        return await writeDeparture(tx, deviceId, { reason: presence.reason, at: clock.now(), mayTell });
      });
      entry.moving = false;
      if (this.#entries.get(deviceId) !== entry) return;
      if (gone === null) return this.#arm(deviceId, entry);
      entry.status = 'offline';
      if (entry.epoch === null || entry.disconnectedAt !== null) this.#entries.delete(deviceId);
    } catch (error) {
      entry.moving = false;
      this.#deadlines.set(
        deviceId,
        clock.monotonic() + Math.min(RETRY_MS * 2 ** entry.failures, MAX_RETRY_MS),
      );
      entry.failures += 1;
      log.error({ err: error, deviceId }, 'could not write that a device went offline; trying again');
    }
  }

  /** A device that was reported offline is heard on a connection that is still open: it is online again. */
  async #revive(deviceId: DeviceId, epoch: number): Promise<void> {
    const { clock, log } = this.#tools;
    const entry = { ...freshEntry('offline', clock.monotonic(), epoch), moving: true };
    this.#entries.set(deviceId, entry);
    try {
      await this.connected(deviceId, epoch, null);
      // The connection may have ended while its return was written.
      if (entry.disconnectReason !== null) await this.ended(deviceId, epoch, entry.disconnectReason);
    } catch (error) {
      entry.moving = false;
      log.error(
        { err: error, deviceId },
        'could not write that a device is back; trying at its next message',
      );
    }
  }
}

function freshEntry(status: ConnectivityStatus, now: number, epoch: number | null): Entry {
  const never = { disconnectedAt: null, disconnectReason: null, graceUntil: 0 };
  return { status, lastSeenAt: now, epoch, moving: false, failures: 0, ...never };
}
