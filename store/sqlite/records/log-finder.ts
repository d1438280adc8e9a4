import type { LogRecord, ReceivedRequest } from '../../ports/records.ts';
import { recordTime } from '../../rules/record-time.ts';
import type { Context } from '../connection/context.ts';
import { dayOf, numberOf } from './numbers.ts';
import type { NumbersQuery } from './numbers-query.ts';
import { type Partition, type PartitionRow, partitionOf } from './partitions.ts';
import { createRecordPlaces, slotsFrom } from './record-places.ts';
import { type LogRow, logOf } from './rows.ts';
import { createTextReader } from './texts.ts';

type MarkedRow = LogRow & { readonly record: number };

/** Finds the entry of a request, by the calculation that gave it its place. */
export function createLogFinder(
  { db, onRollback }: Pick<Context, 'db' | 'onRollback'>,
  query: NumbersQuery,
): (received: ReceivedRequest) => LogRecord | null {
  // Not cached: this runs inside the writing transaction, and after a rollback numbers of texts may be given anew.
  let texts = createTextReader(db);
  const places = createRecordPlaces(db);
  onRollback(() => {
    texts = createTextReader(db);
  });
  const partition = db.prepare<[organisationId: number, day: number], PartitionRow>(
    `SELECT * FROM record_partitions WHERE organisation_id = ? AND kind = 'logs' AND day = ?`,
  );
  const purgedBefore = db
    .prepare<[organisationId: number], number | null>(
      `SELECT max(to_at) FROM purge_receipts WHERE kind = 'logs' AND organisation_id = ?`,
    )
    .pluck();
  const strayDay = db
    .prepare<[deviceAt: number, deviceId: string, recordId: string], number>(
      'SELECT day FROM stray_records WHERE device_at = ? AND device_id = ? AND record_id = ?',
    )
    .pluck();
  const partitionAt = (organisationId: number, day: number): Partition | null => {
    const row = partition.get(organisationId, day);
    return row === undefined ? null : partitionOf(row);
  };

  const atItsTime = (
    { organisationId, deviceId, recordId }: ReceivedRequest,
    at: number,
  ): LogRecord | null => {
    const day = partitionAt(organisationId, dayOf(at));
    if (day === null) return null;
    const { digest, firstSlot, unkeyedSlot } = places.of(deviceId, recordId);
    const isIt = (row: MarkedRow): boolean => row.record === digest && texts.text(row.device) === deviceId;
    const row = rowAt(day, { at, firstSlot }, isIt) ?? rowAt(day, { at, firstSlot: unkeyedSlot }, isIt);
    return row === null ? null : logOf(texts, day, row);
  };

  const rowAt = (
    { name }: Partition,
    { at, firstSlot }: { readonly at: number; readonly firstSlot: number },
    isIt: (row: MarkedRow) => boolean,
  ): MarkedRow | null => {
    for (const slot of slotsFrom(firstSlot)) {
      const sql = `SELECT * FROM ${name} WHERE number = ?`;
      const [row] = query.rows(sql, [numberOf(at, slot)]) as readonly MarkedRow[];
      if (row === undefined || isIt(row)) return row ?? null;
    }
    return null;
  };

  /** One whose own time could not be true lies under the time of its first receipt. */
  const amongStrays = ({ organisationId, deviceId, recordId, at }: ReceivedRequest): LogRecord | null => {
    const number = strayDay.get(at, deviceId, recordId);
    const day = number === undefined ? null : partitionAt(organisationId, number);
    if (day === null) return null;
    const sql = `SELECT * FROM ${day.name} WHERE device_at = ? AND record = ?
                   AND device = (SELECT id FROM record_texts WHERE organisation_id = ? AND field = 'device' AND text = ?)`;
    const { digest } = places.of(deviceId, recordId);
    const [row] = query.rows(sql, [at, digest, organisationId, deviceId]) as readonly MarkedRow[];
    return row === undefined ? null : logOf(texts, day, row);
  };

  return (received) => {
    const { organisationId, receivedAt, at } = received;
    const time = recordTime(at, { receivedAt, purgedBefore: purgedBefore.get(organisationId) ?? 0 });
    return atItsTime(received, time.at) ?? amongStrays(received);
  };
}
