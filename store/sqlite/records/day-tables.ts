import type { Database, Statement } from 'better-sqlite3';
import type { RecordKind } from '../../ports/records.ts';
import { dayOf, numberOf } from './numbers.ts';
import { ACTIVITY_COLUMNS, LOG_COLUMNS, type Partitions } from './partitions.ts';
import { createRecordPlaces, slotsFrom } from './record-places.ts';
import { activityValues, logValues, type RowParts } from './record-values.ts';

/** How many tables are kept open: today's and yesterday's of some organisations, and those of late records. */
const MAX_OPEN = 32;

interface OpenTable {
  readonly name: string;
  readonly keyed: boolean;
  readonly insert: Statement<unknown[]>;
  /** Digest and device of the row with a number. */
  readonly at: Statement<[number: number], { readonly record: number; readonly device: number }>;
}

type IsIt = (row: { readonly record: number; readonly device: number }) => boolean;

/** The tables that records are written to. */
export interface DayTables {
  /**
   * Inserts a row at the place within its millisecond that the secret gives, or at the next free one.
   * @returns the name of its table; null when the record is there already
   * @throws when no place near it is free
   */
  insert(kind: RecordKind, parts: Omit<RowParts, 'digest'>): string | null;
  /** After a rollback: a new table may not exist. */
  forget(): void;
}

export function createDayTables(db: Database, partitions: Partitions): DayTables {
  const open = new Map<string, OpenTable>();
  const places = createRecordPlaces(db);

  const openTable = (kind: RecordKind, organisationId: number, day: number): OpenTable => {
    const key = `${kind}${organisationId}.${day}`;
    const known = open.get(key);
    if (known !== undefined) return known;
    const { name, keyed } = partitions.ensure(kind, organisationId, day);
    const columns = kind === 'logs' ? LOG_COLUMNS : ACTIVITY_COLUMNS;
    const places = `(?${', ?'.repeat(columns.length)})`;
    const made: OpenTable = {
      name,
      keyed,
      insert: db.prepare(
        `INSERT INTO ${name} (number, ${columns.join(', ')}) VALUES ${places} ON CONFLICT DO NOTHING`,
      ),
      at: db.prepare(`SELECT record, device FROM ${name} WHERE number = ?`),
    };
    if (open.size >= MAX_OPEN) open.clear();
    open.set(key, made);
    return made;
  };

  /** Whether a record lies where an older version has put it. */
  const liesUnkeyed = (table: OpenTable, at: number, firstSlot: number, isIt: IsIt): boolean => {
    for (const slot of slotsFrom(firstSlot)) {
      const there = table.at.get(numberOf(at, slot));
      if (there === undefined) return false;
      if (isIt(there)) return true;
    }
    return false;
  };

  return {
    insert(kind, parts) {
      const { deviceId, organisationId, record } = parts.received;
      const { at } = parts.time;
      const table = openTable(kind, organisationId, dayOf(at));
      const { digest, firstSlot, unkeyedSlot } = places.of(deviceId, record.id);
      const isIt: IsIt = (there) => there.record === digest && there.device === parts.numbers.device;
      if (!table.keyed && liesUnkeyed(table, at, unkeyedSlot, isIt)) return null;
      const values = (kind === 'logs' ? logValues : activityValues)({ ...parts, digest });
      for (const slot of slotsFrom(firstSlot)) {
        const number = numberOf(at, slot);
        if (table.insert.run(number, ...values).changes > 0) return table.name;
        const there = table.at.get(number);
        if (there !== undefined && isIt(there)) return null;
      }
      throw new Error(`there is no place for a record in ${table.name}`);
    },
    forget: () => open.clear(),
  };
}
