import type { DatabaseSync } from 'node:sqlite';
import { searchTextOf } from '../../contracts/alerts/search-text.ts';
import type { ActivityRecord, DeviceEvent, ResultMessage } from '../../contracts/mqtt/messages.ts';
import type { ReportSink } from '../core/events/event-reporter.ts';
import { countOf, type Meta } from './meta.ts';
import { inTransaction } from './sqlite.ts';

export type OutboxTopic = 'activity' | 'events' | 'results';

/** A queue of rows. Searches have their own, because one about self-harm must not arrive late, behind a week of other activity. */
type Queue = OutboxTopic | 'searches';

/** Of each topic, in the order in which they are sent. */
const QUEUES: Readonly<Record<OutboxTopic, readonly Queue[]>> = {
  activity: ['searches', 'activity'],
  events: ['events'],
  results: ['results'],
};

/** How many records of activity are dropped at once, so that a full outbox does not do this for each new record. */
const DROP_CHUNK = 200;

export interface OutboxRow {
  readonly seq: number;
  /** The record as JSON. */
  readonly body: string;
  readonly bytes: number;
}

export interface OutboxLimits {
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** A month of a student's activity off-line at some 1,500 records a day; small beside any disk. */
const OUTBOX_LIMITS: OutboxLimits = { maxRows: 50_000, maxBytes: 33_554_432 };

/**
 * Reports that the server has not acknowledged yet: oldest first, searches before other activity. Over its limits it drops the oldest records and
 * counts them, activity first. There searches count by their age like other activity, so that somebody who makes thousands of them pushes out nothing
 * newer. Events and then results are dropped only when no activity is left. A record that waits already is not added again.
 */
export interface Outbox extends ReportSink {
  addActivity(records: readonly ActivityRecord[]): void;
  /** The rows of a topic that are to be sent next, at most so many and so many bytes, but at least one. */
  peek(topic: OutboxTopic, limits: { readonly rows: number; readonly bytes: number }): readonly OutboxRow[];
  remove(rows: readonly OutboxRow[]): void;
  /** A record that can never be sent: removed and counted as dropped. */
  discard(row: OutboxRow): void;
  size(): { readonly rows: number; readonly bytes: number };
  dropped(): number;
}

export function createOutbox(
  database: DatabaseSync,
  meta: Meta,
  limits: OutboxLimits = OUTBOX_LIMITS,
): Outbox {
  const insert = database.prepare(
    'INSERT INTO outbox (topic, record_id, body, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const oldest = database.prepare('SELECT seq, body, bytes FROM outbox WHERE topic = ? ORDER BY seq LIMIT ?');
  const oldestActivity = database.prepare(
    "SELECT seq, body, bytes FROM outbox WHERE topic IN ('activity', 'searches') ORDER BY seq LIMIT ?",
  );
  const erase = database.prepare('DELETE FROM outbox WHERE seq = ?');
  const total = database.prepare('SELECT count(*) AS rows, coalesce(sum(bytes), 0) AS bytes FROM outbox');
  let size = read();

  function read(): { rows: number; bytes: number } {
    const row = total.get();
    return { rows: Number(row?.rows ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  const add = (queue: Queue, record: { readonly id: string }): void => {
    const body = JSON.stringify(record);
    const bytes = Buffer.byteLength(body);
    const { changes } = insert.run(queue, record.id, body, bytes);
    if (Number(changes) === 0) return;
    size = { rows: size.rows + 1, bytes: size.bytes + bytes };
  };

  const oldestOf = (queue: Queue, count: number): readonly OutboxRow[] => oldest.all(queue, count).map(rowOf);

  const peek: Outbox['peek'] = (topic, { rows, bytes }) => {
    const taken: OutboxRow[] = [];
    let sum = 0;
    for (const queue of QUEUES[topic]) {
      for (const next of oldestOf(queue, rows - taken.length)) {
        sum += next.bytes;
        if (taken.length > 0 && sum > bytes) return taken;
        taken.push(next);
      }
    }
    return taken;
  };

  const eraseAll = (rows: readonly OutboxRow[]): void => {
    for (const { seq, bytes } of rows) {
      if (Number(erase.run(seq).changes) === 0) continue;
      size = { rows: size.rows - 1, bytes: size.bytes - bytes };
    }
  };

  const oldestToGo = (): readonly OutboxRow[] => {
    const activity = oldestActivity.all(DROP_CHUNK).map(rowOf);
    if (activity.length > 0) return activity;
    // One by one: the newest event is what just happened.
    const events = oldestOf('events', 1);
    return events.length > 0 ? events : oldestOf('results', 1);
  };

  const makeRoom = (): void => {
    while (size.rows > limits.maxRows || size.bytes > limits.maxBytes) {
      const victims = oldestToGo();
      if (victims.length === 0) return;
      eraseAll(victims);
      meta.set('dropped', countOf(meta.get('dropped')) + victims.length);
    }
  };

  /** Runs a change, and reads the size again when its transaction failed. */
  const change = (work: () => void): void => {
    try {
      if (database.isTransaction) work();
      else inTransaction(database, work);
    } catch (error) {
      size = read();
      throw error;
    }
  };

  return {
    addEvent: (event: DeviceEvent) =>
      change(() => {
        add('events', event);
        makeRoom();
      }),
    addResult: (result: ResultMessage) =>
      change(() => {
        add('results', result);
        makeRoom();
      }),
    addActivity: (records) =>
      change(() => {
        for (const record of records) add(searchTextOf(record) === null ? 'activity' : 'searches', record);
        makeRoom();
      }),
    peek,
    remove: (rows) => change(() => eraseAll(rows)),
    discard: (row) =>
      change(() => {
        eraseAll([row]);
        meta.set('dropped', countOf(meta.get('dropped')) + 1);
      }),
    size: () => size,
    dropped: () => countOf(meta.get('dropped')),
  };
}

function rowOf({ seq, body, bytes }: Readonly<Record<string, unknown>>): OutboxRow {
  return { seq: Number(seq), body: String(body), bytes: Number(bytes) };
}
