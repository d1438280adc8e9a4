import { hash } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { RecordKind } from '../../ports/records.ts';
import { dayOf, numberOf, SLOTS } from './numbers.ts';
import { ACTIVITY_COLUMNS, LOG_COLUMNS, type Partitions } from './partitions.ts';
import { activityValues, logValues, type RowParts } from './record-values.ts';

/** Tables that are kept open: today's and yesterday's of some organisations, and those that late records go to. */
const MAX_OPEN = 32;

interface OpenTable {
  readonly name: string;
  readonly insert: Statement<unknown[]>;
  /** Digest and device of the row with a number. */
  readonly at: Statement<[number: number], { readonly record: number; readonly device: number }>;
}

/** The tables that records are written to. */
export interface DayTables {
  /**
   * Puts a row at the place that its digest gives it within its millisecond, or at the next that is free.
   * @returns the name of its table; null when the record was there already
   */
  insert(kind: RecordKind, parts: Omit<RowParts, 'digest'>): string | null;
  /** After a rollback: a table may not have come to be. */
  forget(): void;
}

/** What a repeat of a record is known by, and where its place within its millisecond is looked for first. */
export function markOf(
  deviceId: DeviceId,
  recordId: string,
): { readonly digest: number; readonly firstSlot: number } {
  const bytes = hash('sha1', `${deviceId}\n${recordId}`, 'buffer');
  return { digest: bytes.readUIntBE(0, 6), firstSlot: bytes.readUInt32BE(6) >>> 6 };
}

export function createDayTables(db: Database, partitions: Partitions): DayTables {
  const open = new Map<string, OpenTable>();

  const openTable = (kind: RecordKind, organisationId: number, day: number): OpenTable => {
    const key = `${kind}${organisationId}.${day}`;
    const known = open.get(key);
    if (known !== undefined) return known;
    const name = partitions.ensure(kind, organisationId, day);
    const columns = kind === 'logs' ? LOG_COLUMNS : ACTIVITY_COLUMNS;
    const places = `(?${', ?'.repeat(columns.length)})`;
    const made: OpenTable = {
      name,
      insert: db.prepare(
        `INSERT INTO ${name} (number, ${columns.join(', ')}) VALUES ${places} ON CONFLICT DO NOTHING`,
      ),
      at: db.prepare(`SELECT record, device FROM ${name} WHERE number = ?`),
    };
    if (open.size >= MAX_OPEN) open.clear();
    open.set(key, made);
    return made;
  };

  return {
    insert(kind, parts) {
      const { deviceId, organisationId, record } = parts.received;
      const { at } = parts.time;
      const table = openTable(kind, organisationId, dayOf(at));
      const { digest, firstSlot } = markOf(deviceId, record.id);
      const values = (kind === 'logs' ? logValues : activityValues)({ ...parts, digest });
      for (let slot = firstSlot; ; slot = (slot + 1) % SLOTS) {
        const number = numberOf(at, slot);
        if (table.insert.run(number, ...values).changes > 0) return table.name;
        const there = table.at.get(number);
        if (there?.record === digest && there.device === parts.numbers.device) return null;
      }
    },
    forget: () => open.clear(),
  };
}
