import { type Clock, every } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import type { LogRecord } from '../../../store/ports/records.ts';
import type { Transaction } from '../../../store/ports/store.ts';
import type { ReceivedDeviceEvent } from '../../../store/ports/telemetry.ts';
import { toLogEntry } from '../../../store/views/records.ts';
import type { DeviceBudgets } from '../../limits/device-budgets.ts';
import { type GroupCommit, halvesOf, Unstorable } from '../../writing/group-commit.ts';
import type { ActivityReading } from '../readings/activity-readings.ts';
import { type Sighting, type SightingSource, sightingsAmong, sightingsIn } from './sighting.ts';
import { SightingWindows, type Sorted } from './sighting-windows.ts';

/** How often ended windows are looked for (milliseconds): little beside their five minutes. */
const LOOK_MS = 1_000;

/** How many events are written in one transaction: some 20 ms. */
const BATCH = 200;

/** How far back (milliseconds) the request is searched for that belongs to a name the agent found: the agent reports both within some minutes. */
const NEARBY_MS = 3_600_000;

/** The events of one report. The caller then calls either `kept` or `lost`. */
export interface Report {
  /** Whether there is an event to write now. */
  readonly isEmpty: boolean;
  /** Fires the events of new sightings, in the transaction that stores the report or in a later one. May be called again when that fails. */
  write(tx: Transaction, at: number): Promise<void>;
  kept(): void;
  /** The report could not be stored: it comes again. */
  lost(): void;
}

/** A report without sightings. */
export const NOTHING: Report = {
  isEmpty: true,
  write: () => Promise.resolve(),
  kept: () => undefined,
  lost: () => undefined,
};

/** Fires `policy.violation` and `game.detected`, at most as often as `SightingWindows` allows. */
export interface SightingWatch {
  start(): void;
  /** Fires the events of what the open windows have collected. */
  stop(): Promise<void>;
  /** @param readings each given once, since a repeat would be counted again */
  activity(readings: readonly ActivityReading[]): Report;
  events(events: readonly ReceivedDeviceEvent[]): Report;
}

export function createSightingWatch({
  commits,
  budgets,
  clock,
  log,
}: {
  readonly commits: GroupCommit;
  readonly budgets: Pick<DeviceBudgets, 'of'>;
  readonly clock: Clock;
  readonly log: Log;
}): SightingWatch {
  const windows = new SightingWindows(clock.monotonic(), (deviceId) => budgets.of(deviceId).sightings);
  let rhythm: { stop(): Promise<void> } | null = null;

  const reportOf = (sightings: readonly Sighting[]): Report => {
    const { firsts, others }: Sorted = windows.sort(sightings, clock.monotonic());
    return {
      isEmpty: firsts.length === 0,
      async write(tx, at) {
        for (const first of firsts) {
          const told = await tell(tx, first, at);
          if (!told) throw new Error('the request of an event could not be stored');
        }
      },
      kept: () => windows.collect(others, clock.monotonic()),
      lost: () => windows.undo(firsts, clock.monotonic()),
    };
  };

  const tellAll = async (sightings: readonly Sighting[]): Promise<void> => {
    for (let from = 0; from < sightings.length; from += BATCH)
      await tellSome(sightings.slice(from, from + BATCH));
  };

  const tellSome = async (batch: readonly Sighting[]): Promise<void> => {
    try {
      await commits.submit({
        kind: 'work',
        run: async (tx) => {
          // A request that has left the log within minutes was of a day that was due for deletion.
          for (const sighting of batch) await tell(tx, sighting, clock.now());
        },
      });
    } catch (error) {
      if (!(error instanceof Unstorable)) {
        windows.putBack(batch, clock.monotonic());
        return log.error({ err: error }, 'could not write what was collected in five minutes; trying again');
      }
      const [only] = batch;
      if (only !== undefined && batch.length === 1)
        return log.error(
          { err: error, deviceId: only.deviceId },
          'dropped a sighting that cannot be written',
        );
      for (const half of halvesOf(batch)) await tellSome(half);
    }
  };

  return {
    start() {
      const report = (error: unknown): void => log.error({ err: error }, 'the look at open windows failed');
      rhythm ??= every(clock, LOOK_MS, () => tellAll(windows.due(clock.monotonic())), report);
    },
    async stop() {
      await rhythm?.stop();
      rhythm = null;
      await tellAll(windows.endAll());
    },
    activity: (readings) => reportOf(sightingsIn(readings)),
    events: (events) => reportOf(sightingsAmong(events)),
  };
}

/** @returns false, without an event, when the request is not in the log */
async function tell(tx: Transaction, sighting: Sighting, at: number): Promise<boolean> {
  const { type, organisationId, deviceId, count, source } = sighting;
  const found = await entryOf(tx, sighting, at);
  if (found === null && source.from === 'request') return false;
  const log = found === null ? null : toLogEntry(found);
  const data = { log, count, ...(source.from === 'agent' ? { what: source.what } : {}) };
  await tx.events.append({ type, organisationId, at, deviceId, data });
  return true;
}

async function entryOf(
  tx: Transaction,
  {
    organisationId,
    deviceId,
    source,
  }: Pick<Sighting, 'organisationId' | 'deviceId'> & {
    readonly source: SightingSource;
  },
  at: number,
): Promise<LogRecord | null> {
  if (source.from === 'request') return await tx.records.findLog(source);
  if (source.domain === null) return null;
  const { rows } = await tx.records.logs({
    organisationId,
    filter: { deviceId: [deviceId], domain: [source.domain] },
    sort: [{ field: 'timestamp', descending: true }],
    limit: 1,
    range: { from: at - NEARBY_MS, to: at + NEARBY_MS },
    from: { kind: 'page', page: 1 },
  });
  return rows[0] ?? null;
}
