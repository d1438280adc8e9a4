import type { DatabaseSync } from 'node:sqlite';
import { searchTextOf } from '../../contracts/alerts/search-text.ts';
import type { ActivityRecord, DeviceEvent, ResultMessage } from '../../contracts/mqtt/messages.ts';
import type { ReportSink } from '../core/core-store.ts';
import { countOf, type Meta } from './meta.ts';
import { inTransaction } from './sqlite.ts';

export type OutboxTopic = 'activity' | 'events' | 'results';

/** Where rows wait: searches apart, for one about self-harm must not be seen late behind a week of other activity. */
type Queue = OutboxTopic | 'searches';

/** Of each topic, in the order in which they are sent. */
const QUEUES: Readonly<Record<OutboxTopic, readonly Queue[]>> = {
  activity: ['searches', 'activity'],
  events: ['events'],
  results: ['results'],
};

/** How many of a queue go at once when there is no room, in this order. Few but activity are many; the newest event is what just happened. */
const DROPS: readonly (readonly [Queue, number])[] = [
  ['activity', 200],
  ['searches', 1],
  ['events', 1],
  ['results', 1],
];

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
 * Reports that the server has not acknowledged yet, oldest first, searches before other activity. Over its limits it drops the oldest and counts that:
 * activity first, then searches, then events, then results; each only where nothing before it is left. A record that waits already is not added again.
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

  const oldestOf = (queue: Queue, count: number): readonly OutboxRow[] =>
    oldest
      .all(queue, count)
      .map((row) => ({ seq: Number(row.seq), body: String(row.body), bytes: Number(row.bytes) }));

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
    for (const [queue, count] of DROPS) {
      const rows = oldestOf(queue, count);
      if (rows.length > 0) return rows;
    }
    return [];
  };

  const makeRoom = (): void => {
    while (size.rows > limits.maxRows || size.bytes > limits.maxBytes) {
      const victims = oldestToGo();
      if (victims.length === 0) return;
      eraseAll(victims);
      meta.set('dropped', countOf(meta.get('dropped')) + victims.length);
    }
  };

  /** The running sum must not keep what a failed transaction took back. */
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
