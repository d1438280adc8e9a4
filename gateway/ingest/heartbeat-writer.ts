import type { DeviceId } from '../../contracts/ids.ts';
import { type Clock, every } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { SignIn } from '../../store/ports/device-people.ts';
import type { HeartbeatWrite } from '../../store/ports/devices.ts';
import { followClaims } from '../../store/rules/follow-claims.ts';
import type { Sender } from '../broker/connection.ts';
import type { Counters } from '../stats.ts';
import type { GroupCommit } from './group-commit.ts';
import { type StandingNews, writeStanding } from './standings/standing-watch.ts';

/** Heartbeats wait this long at most: a second is nothing beside their period of 30. */
const FLUSH_MS = 1_000;

/** So many are written in one transaction: some 20 ms. */
const BATCH = 1_000;

/** Takes note that a device was heard. */
export interface TouchSink {
  touch(deviceId: DeviceId, at: number): void;
}

/** A heartbeat as it came in. */
export interface RawHeartbeat {
  readonly sender: Sender;
  readonly payload: Buffer;
  readonly receivedAt: number;
}

/** A heartbeat that has been read. */
export interface ReadHeartbeat {
  readonly write: HeartbeatWrite;
  /** Somebody else, or nobody, is signed in than the store was known to say. */
  readonly userChanged: boolean;
  /** What it brings beside itself, nearly always nothing. */
  readonly news: StandingNews | null;
}

/** Reads a heartbeat and acts on what it says; null when it is dropped. */
export type HeartbeatReader = (heartbeat: RawHeartbeat) => ReadHeartbeat | null;

/**
 * Coalesces heartbeats: only the newest of a device is kept, unread, and all are read and written once a second. A device that sends a
 * thousand a second costs one parse and one write. What could not be written is kept for the next time. A crash loses one second of
 * them, which the next heartbeat heals.
 */
export interface HeartbeatWriter extends TouchSink {
  start(read: HeartbeatReader): void;
  put(heartbeat: RawHeartbeat): void;
  /** Reads the waiting heartbeat of a device now, so that what it says comes before what the device says next. */
  settle(deviceId: DeviceId): void;
  /** Ends the rhythm and writes what is waiting. @throws when the store does */
  stop(): Promise<void>;
}

export function createHeartbeatWriter({
  commits,
  clock,
  log,
  counters,
}: {
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Pick<Counters, 'heartbeatsWritten'>;
}): HeartbeatWriter {
  const unread = new Map<DeviceId, RawHeartbeat>();
  let writes = new Map<DeviceId, HeartbeatWrite>();
  let touches = new Map<DeviceId, number>();
  /** Devices whose user has changed since the last write. */
  let signIns = new Set<DeviceId>();
  /** What is to be written with the heartbeats, in the order of its coming. */
  let news: StandingNews[] = [];
  let read: HeartbeatReader = () => null;
  let rhythm: { stop(): Promise<void> } | null = null;

  const settle = (deviceId: DeviceId): void => {
    const heartbeat = unread.get(deviceId);
    if (heartbeat === undefined) return;
    unread.delete(deviceId);
    const found = read(heartbeat);
    if (found === null) return;
    writes.set(deviceId, found.write);
    if (found.userChanged) signIns.add(deviceId);
    if (found.news !== null) news.push(found.news);
  };

  const flush = async (): Promise<void> => {
    for (const deviceId of unread.keys()) settle(deviceId);
    const heartbeats = [...writes.values()];
    // A heartbeat moves "last seen" itself.
    const seen = [...touches].filter(([deviceId]) => !writes.has(deviceId));
    const moved = signIns;
    const brought = byDevice(news);
    writes = new Map();
    touches = new Map();
    signIns = new Set();
    news = [];
    const failures: unknown[] = [];
    for (let at = 0; at < Math.max(heartbeats.length, seen.length); at += BATCH) {
      // One that fails is kept; so are those behind it.
      await write(heartbeats.slice(at, at + BATCH), seen.slice(at, at + BATCH), { moved, brought }).catch(
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
  };

  const write = async (
    heartbeats: readonly HeartbeatWrite[],
    seen: readonly [DeviceId, number][],
    {
      moved,
      brought,
    }: {
      readonly moved: ReadonlySet<DeviceId>;
      readonly brought: ReadonlyMap<DeviceId, readonly StandingNews[]>;
    },
  ): Promise<void> => {
    const ids = heartbeats.map(({ deviceId }) => deviceId).filter((id) => moved.has(id));
    const told = heartbeats.flatMap(({ deviceId }) => brought.get(deviceId) ?? []);
    try {
      await commits.submit({
        kind: 'work',
        run: async (tx) => {
          const now = clock.now();
          await followClaims(tx, { ids, now }, () => tx.devices.writeHeartbeats(heartbeats));
          await tx.devicePeople.saw(signInsOf(heartbeats, moved));
          for (const one of told) await writeStanding(tx, one);
          await tx.devices.touch(seen.map(([deviceId, lastSeenAt]) => ({ deviceId, lastSeenAt })));
        },
      });
      counters.heartbeatsWritten += heartbeats.length;
    } catch (error) {
      restore(
        writes,
        heartbeats.map((heartbeat) => [heartbeat.deviceId, heartbeat]),
      );
      restore(touches, seen);
      for (const id of ids) signIns.add(id);
      news = [...told, ...news];
      throw error;
    }
  };

  return {
    start(reader) {
      read = reader;
      const report = (error: unknown): void =>
        log.error({ err: error }, 'could not write heartbeats; keeping them');
      rhythm ??= every(clock, FLUSH_MS, flush, report);
    },
    touch(deviceId, at) {
      touches.set(deviceId, at);
    },
    put(heartbeat) {
      unread.set(heartbeat.sender.login.deviceId, heartbeat);
    },
    settle,
    async stop() {
      await rhythm?.stop();
      rhythm = null;
      await flush();
    },
  };
}

/** Who has signed in, of the devices whose user has changed. */
function signInsOf(heartbeats: readonly HeartbeatWrite[], moved: ReadonlySet<DeviceId>): readonly SignIn[] {
  return heartbeats.flatMap(({ deviceId, user, lastSeenAt }) =>
    user !== null && moved.has(deviceId) ? [{ deviceId, user, at: lastSeenAt }] : [],
  );
}

function byDevice(news: readonly StandingNews[]): ReadonlyMap<DeviceId, readonly StandingNews[]> {
  const found = new Map<DeviceId, StandingNews[]>();
  for (const one of news) {
    const { deviceId } = one.standing;
    found.set(deviceId, [...(found.get(deviceId) ?? []), one]);
  }
  return found;
}

/** Puts back what is not overtaken by something newer. */
function restore<Key, Value>(into: Map<Key, Value>, entries: readonly (readonly [Key, Value])[]): void {
  for (const [key, value] of entries) if (!into.has(key)) into.set(key, value);
}
