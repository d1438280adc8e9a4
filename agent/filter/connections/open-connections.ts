import { type Clock, every } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import type { Judge, Question } from '../judge.ts';
import type { Recorder } from '../recorder.ts';

/** How soon a change without an event, such as the begin of a lesson, affects open connections; also how often their use is recorded (milliseconds). */
const TICK_MS = 1_000;
/** Longer than any keep-alive of push services, which are silent for up to an hour (milliseconds). */
const IDLE_LIMIT_MS = 7_200_000;
/** After one side has ended, the other may send for this long (milliseconds). */
const HALF_CLOSED_LIMIT_MS = 120_000;

/** A connection that proxy or relay carries for a program. */
export interface OpenConnection {
  readonly question: Question;
  /** Bytes that have passed so far, in both directions. */
  bytes(): number;
  halfClosed(): boolean;
  /** Ends it at once; may be called twice. */
  cut(): void;
}

/** Keeps the open connections, and cuts those that may not stay open. */
export interface OpenConnections extends Service {
  /** Takes a connection in; the answer takes it out again, and may be called twice. */
  add(connection: OpenConnection): () => void;
  /** Judges all connections again, and cuts those that are blocked now before it returns. Cheap when nothing has changed. */
  recheck(): void;
  count(): number;
}

interface Entry {
  readonly connection: OpenConnection;
  bytes: number;
  movedAt: number;
}

/** Keeps the connections of one layer. Once a second it records which were used, and ends those on which nothing moves any more. */
export function createOpenConnections({
  judge,
  recorder,
  clock,
  log,
  onChange = () => undefined,
}: {
  readonly judge: Pick<Judge, 'judge' | 'generation'>;
  readonly recorder: Pick<Recorder, 'used'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after each change of the judge's generation, when the blocked connections are cut. */
  readonly onChange?: () => void;
}): OpenConnections {
  const entries = new Set<Entry>();
  let generation = judge.generation();
  let ticking: ReturnType<typeof every> | null = null;

  const recheck = (): void => {
    const now = judge.generation();
    if (now === generation) return;
    generation = now;
    for (const { connection } of [...entries])
      if (judge.judge(connection.question).action === 'block') connection.cut();
    onChange();
  };
  const note = (entry: Entry, now: number): void => {
    const { connection } = entry;
    const bytes = connection.bytes();
    if (bytes !== entry.bytes) {
      entry.bytes = bytes;
      entry.movedAt = now;
      recorder.used(connection.question);
      return;
    }
    const limit = connection.halfClosed() ? HALF_CLOSED_LIMIT_MS : IDLE_LIMIT_MS;
    if (now - entry.movedAt >= limit) connection.cut();
  };
  const tick = (): void => {
    recheck();
    const now = clock.monotonic();
    for (const entry of [...entries]) note(entry, now);
  };

  return {
    start() {
      ticking ??= every(clock, TICK_MS, tick, (error) =>
        log.error({ error: messageOf(error) }, 'looking after open connections failed'),
      );
      return Promise.resolve();
    },
    async stop() {
      const stopping = ticking;
      ticking = null;
      for (const { connection } of [...entries]) connection.cut();
      await stopping?.stop();
    },
    add(connection) {
      const entry = { connection, bytes: 0, movedAt: clock.monotonic() };
      entries.add(entry);
      return () => {
        // A short connection may have moved bytes since the last tick.
        if (entries.delete(entry) && connection.bytes() !== entry.bytes) recorder.used(connection.question);
      };
    },
    recheck,
    count: () => entries.size,
  };
}
