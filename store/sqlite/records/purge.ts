import type { PurgeReceipt, RecordKind, RecordStore } from '../../ports/records.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, writes } from '../connection/repository.ts';
import { DAY_MS, dayOf } from './numbers.ts';
import { type PartitionRow, partitionOf } from './partitions.ts';

/** How many texts and strays are deleted at once. */
const FORGOTTEN_AT_ONCE = 5_000;

/** Fields about people: their texts are deleted with the last record that can name them. */
const PEOPLE = `('user', 'device')`;

type Purge = Pick<Repository<RecordStore>, 'purgeSlice' | 'forgetUnused' | 'addReceipt'>;

/**
 * Deletes days whose time is over, step by step: dropping a table of ten million rows at once would block every writer for seconds. First the day is closed and
 * its receipt written, then each index is dropped, then the rows are deleted in their order, and last the empty table is dropped. The file does not shrink: the
 * pages become free and the next days are written to them.
 */
export function createPurge({ db, now }: Pick<Context, 'db' | 'now'>): Purge {
  const oldest = db.prepare<[RecordKind, day: number], PartitionRow>(
    'SELECT * FROM record_partitions WHERE kind = ? AND day < ? ORDER BY purging DESC, day, organisation_id LIMIT 1',
  );
  const close = db.prepare<[name: string]>('UPDATE record_partitions SET purging = 1 WHERE name = ?');
  const unregister = db.prepare<[name: string]>('DELETE FROM record_partitions WHERE name = ?');
  const anIndex = db
    .prepare<[name: string], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL LIMIT 1",
    )
    .pluck();
  const receipt = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO purge_receipts (kind, organisation_id, from_at, to_at, rows, at)
     VALUES (:kind, :organisationId, :from, :to, :rows, :at)`,
  );
  const forgetTexts = db.prepare<[Record<string, unknown>]>(
    `DELETE FROM record_texts WHERE id IN (SELECT id FROM record_texts
     WHERE last_day < CASE WHEN field IN ${PEOPLE} THEN :people ELSE :others END LIMIT ${FORGOTTEN_AT_ONCE})`,
  );
  const forgetStrays = db.prepare<[day: number]>(
    `DELETE FROM stray_records WHERE (device_at, device_id, record_id) IN (
       SELECT device_at, device_id, record_id FROM stray_records WHERE day < ? LIMIT ${FORGOTTEN_AT_ONCE})`,
  );

  const addReceipt = (given: PurgeReceipt): void => {
    receipt.run({ ...given });
  };

  return {
    purgeSlice: writes((kind, before, maxRows) => {
      const row = oldest.get(kind, dayOf(before));
      if (row === undefined) return null;
      const { name, day, organisationId, rows } = partitionOf(row);
      if (row.purging === 0) {
        close.run(name);
        addReceipt({ kind, organisationId, from: day * DAY_MS, to: (day + 1) * DAY_MS, rows, at: now() });
        return { rows: 0, dayEnded: false };
      }
      const index = anIndex.get(name);
      if (index !== undefined) {
        db.exec(`DROP INDEX ${index}`);
        return { rows: 0, dayEnded: false };
      }
      const removed = db
        .prepare<[number]>(
          `DELETE FROM ${name} WHERE number <= (SELECT max(number) FROM (SELECT number FROM ${name} ORDER BY number LIMIT ?))`,
        )
        .run(maxRows).changes;
      if (removed === maxRows) return { rows: removed, dayEnded: false };
      db.exec(`DROP TABLE ${name}`);
      unregister.run(name);
      return { rows: removed, dayEnded: true };
    }),
    forgetUnused: writes(({ people, others }) => {
      const texts = forgetTexts.run({ people: dayOf(people), others: dayOf(others) }).changes;
      return texts + forgetStrays.run(dayOf(others)).changes;
    }),
    addReceipt: writes(addReceipt),
  };
}
