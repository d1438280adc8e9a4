import type { Database } from 'better-sqlite3';
import type { DeviceId } from '../../../contracts/ids.ts';
import { createRecordWriter } from './writer.ts';

interface OldRow {
  readonly number: number;
  readonly device_id: DeviceId;
  readonly organisation_id: number;
  readonly received_at: number;
  readonly ou_path: string;
  readonly record: string;
}

/**
 * Moves records of version 0.1 (table `activity_records`) to their days, oldest first. So lists, roll-ups and purge read one place only. A repeat that comes
 * meanwhile is recognised in either order.
 */
export function createCarryOver(db: Database): (maxRows: number) => number {
  const oldest = db.prepare<[limit: number], OldRow>(
    'SELECT * FROM activity_records ORDER BY number LIMIT ?',
  );
  const remove = db.prepare<[upTo: number]>('DELETE FROM activity_records WHERE number <= ?');
  const left = db.prepare<[], number>('SELECT count(*) FROM activity_records').pluck();
  return (maxRows) => {
    const rows = oldest.all(maxRows);
    const last = rows.at(-1);
    if (last === undefined) return 0;
    // A writer of its own: its cache ends with this transaction.
    createRecordWriter(db).append(
      rows.map((row) => ({
        deviceId: row.device_id,
        organisationId: row.organisation_id,
        receivedAt: row.received_at,
        ouPath: row.ou_path,
        record: JSON.parse(row.record),
      })),
    );
    remove.run(last.number);
    return rows.length < maxRows ? 0 : (left.get() ?? 0);
  };
}
