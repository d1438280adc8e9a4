import type { DeviceId } from '../../contracts/ids.ts';
import { type Clock, every } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { SignIn, SignInClaim } from '../../store/ports/device-people.ts';
import type { HeartbeatWrite } from '../../store/ports/devices.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { followClaims } from '../../store/rules/follow-claims.ts';
import type { Sender } from '../connections/connection.ts';
import type { Complaints } from '../limits/complaints.ts';
import type { Counters } from '../limits/stats.ts';
import type { TouchSink } from '../presence/presence.ts';
import { type GroupCommit, halvesOf, Unstorable } from '../writing/group-commit.ts';
import { type ConditionNews, writeConditionNews } from './conditions/condition-events.ts';

/** How long a heartbeat waits at most (milliseconds): a second is little beside their period of 30. */
const FLUSH_MS = 1_000;

/** How many are written in one transaction: some 20 ms. */
const BATCH = 1_000;

/** A heartbeat as it came in. */
export interface RawHeartbeat {
  readonly sender: Sender;
  readonly payload: Buffer;
  readonly receivedAt: number;
}

/** A heartbeat that has been read. */
export interface ReadHeartbeat {
  readonly write: HeartbeatWrite;
  /** Whether the person signed in is another than the store has. */
  readonly userChanged: boolean;
  /** The change of who is signed in; null = no change, nearly always. */
  readonly claim: SignInClaim | null;
  /** Condition changes and their events; null = none, nearly always. */
  readonly news: ConditionNews | null;
}

/** Reads a heartbeat and acts on what it says; null when it is dropped. */
export type HeartbeatReader = (heartbeat: RawHeartbeat) => ReadHeartbeat | null;

/** What is to be written of one device. */
interface Entry {
  readonly deviceId: DeviceId;
  readonly write: HeartbeatWrite | null;
  /** When the device was last heard, if no heartbeat says so. */
  readonly touchedAt: number | null;
  readonly userChanged: boolean;
  /** The changes of who is signed in, in their order. */
  readonly claims: readonly SignInClaim[];
  /** The condition changes to write with the heartbeat, in their order. */
  readonly news: readonly ConditionNews[];
}

/**
 * Coalesces heartbeats: only the newest of each device is kept, unparsed, and all are parsed and written once a second. A device that sends a thousand a second
 * costs one parse and one write. While the store fails, what could not be written is kept for the next second. A heartbeat that can never be written is found,
 * reported and dropped, and the others are not held up. A crash loses the heartbeats of one second, which the next ones replace.
 */
export interface HeartbeatWriter extends TouchSink {
  start(read: HeartbeatReader): void;
  put(heartbeat: RawHeartbeat): void;
  /** Parses the waiting heartbeat of a device now, before a later message of the device is handled. */
  settle(deviceId: DeviceId): void;
  /** Stops the timer and writes what waits. @throws when the store does */
  stop(): Promise<void>;
}

export function createHeartbeatWriter({
  commits,
  clock,
  log,
  complaints,
  counters,
}: {
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly log: Log;
  readonly complaints: Complaints;
  readonly counters: Pick<Counters, 'heartbeatsWritten'>;
}): HeartbeatWriter {
  const unread = new Map<DeviceId, RawHeartbeat>();
  let waiting = new Map<DeviceId, Entry>();
  let touches = new Map<DeviceId, number>();
  let read: HeartbeatReader = () => null;
  let rhythm: { stop(): Promise<void> } | null = null;

  const drop = (deviceId: DeviceId, error: unknown): void =>
    complaints.report('not_storable', { deviceId }, error);

  const settle = (deviceId: DeviceId): void => {
    const heartbeat = unread.get(deviceId);
    if (heartbeat === undefined) return;
    unread.delete(deviceId);
    const found = readOne(heartbeat);
    if (found === null) return;
    const before = waiting.get(deviceId) ?? nothingOf(deviceId);
    waiting.set(deviceId, {
      ...before,
      write: found.write,
      userChanged: before.userChanged || found.userChanged,
      claims: found.claim === null ? before.claims : [...before.claims, found.claim],
      news: found.news === null ? before.news : [...before.news, found.news],
    });
  };

  const readOne = (heartbeat: RawHeartbeat): ReadHeartbeat | null => {
    try {
      return read(heartbeat);
    } catch (error) {
      drop(heartbeat.sender.login.deviceId, error);
      return null;
    }
  };

  const flush = async (): Promise<void> => {
    for (const deviceId of unread.keys()) settle(deviceId);
    const entries = [...withTouches(waiting, touches).values()];
    waiting = new Map();
    touches = new Map();
    const failures: unknown[] = [];
    for (let at = 0; at < entries.length; at += BATCH) {
      // When one fails, it and those behind it are kept.
      await write(entries.slice(at, at + BATCH)).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };

  /** @throws when the store fails; then all that is not written waits again */
  const write = async (entries: readonly Entry[]): Promise<void> => {
    try {
      await commits.submit({ kind: 'work', run: (tx) => writeEntries(tx, entries, clock.now()) });
      counters.heartbeatsWritten += entries.filter((entry) => entry.write !== null).length;
    } catch (error) {
      if (!(error instanceof Unstorable)) {
        for (const entry of entries) keep(entry);
        throw error;
      }
      const [only] = entries;
      if (only !== undefined && entries.length === 1) return dropOne(only, error);
      await Promise.all(halvesOf(entries).map(write));
    }
  };

  const keep = (entry: Entry): void => {
    const newer = waiting.get(entry.deviceId) ?? nothingOf(entry.deviceId);
    waiting.set(entry.deviceId, {
      deviceId: entry.deviceId,
      write: newer.write ?? entry.write,
      touchedAt: newer.touchedAt ?? entry.touchedAt,
      userChanged: newer.userChanged || entry.userChanged,
      claims: [...entry.claims, ...newer.claims],
      news: [...entry.news, ...newer.news],
    });
  };

  /** The device sent it, so it is alive. */
  const dropOne = ({ deviceId, write: heartbeat }: Entry, error: Unstorable): void => {
    drop(deviceId, error.cause);
    if (heartbeat !== null && !touches.has(deviceId)) touches.set(deviceId, heartbeat.lastSeenAt);
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

function nothingOf(deviceId: DeviceId): Entry {
  return { deviceId, write: null, touchedAt: null, userChanged: false, claims: [], news: [] };
}

function withTouches(
  entries: ReadonlyMap<DeviceId, Entry>,
  touches: ReadonlyMap<DeviceId, number>,
): ReadonlyMap<DeviceId, Entry> {
  const all = new Map(entries);
  for (const [deviceId, touchedAt] of touches)
    all.set(deviceId, { ...(all.get(deviceId) ?? nothingOf(deviceId)), touchedAt });
  return all;
}

async function writeEntries(tx: Transaction, entries: readonly Entry[], now: number): Promise<void> {
  const heartbeats = entries.flatMap(({ write }) => write ?? []);
  const moved = entries.filter(({ write, userChanged }) => write !== null && userChanged);
  const ids = moved.map(({ deviceId }) => deviceId);
  await followClaims(tx, { ids, now }, () => tx.devices.writeHeartbeats(heartbeats));
  await tx.devicePeople.saw(moved.flatMap(signInOf));
  await tx.devicePeople.claimed(entries.flatMap(({ claims }) => claims));
  for (const { news } of entries) for (const one of news) await writeConditionNews(tx, one);
  // A heartbeat moves "last seen" itself.
  const seen = entries.filter(({ write }) => write === null);
  await tx.devices.touch(
    seen.flatMap(({ deviceId, touchedAt }) =>
      touchedAt === null ? [] : [{ deviceId, lastSeenAt: touchedAt }],
    ),
  );
}

/** Who has signed in, where the user has changed. */
function signInOf({ deviceId, write }: Entry): readonly SignIn[] {
  if (write?.user == null) return [];
  return [{ deviceId, user: write.user, at: write.lastSeenAt }];
}
