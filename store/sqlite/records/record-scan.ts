import Sqlite, { type Database } from 'better-sqlite3';
import type { RecordScan, RecordScanQuery, ScannedRecord } from '../../ports/record-scan.ts';
import { isWithinOu } from '../../rules/ou-path.ts';
import { DAY_MS, SLOTS } from './numbers.ts';
import { CAMPUS_CODES, createPartitions, type Partition } from './partitions.ts';

/** How many rows are fetched at once: few enough for memory, and many enough to make the calls to SQLite cheap. */
const CHUNK_ROWS = 10_000;
/** How long SQLite may wait for a lock (milliseconds); a reader meets one only while another connection recovers the file. */
const WAIT_MS = 5_000;

/** Opens a scan over a database file that a store has made. @throws SqliteError when it cannot be read */
export function openRecordScan(path: string): RecordScan {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: WAIT_MS });
  try {
    db.pragma('query_only = ON');
    // From here on all reads see one state of the store.
    db.exec('BEGIN');
    return scanOf(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function scanOf(db: Database): RecordScan {
  const partitions = createPartitions(db);
  const text = db.prepare<[id: number], string>('SELECT text FROM record_texts WHERE id = ?').pluck();
  const homes = db
    .prepare<[organisationId: number], [email: string, path: string]>(
      `SELECT users.email_key, ous.path FROM users JOIN ous ON ous.id = users.ou_id WHERE users.organisation_id = ?`,
    )
    .raw();
  const devices = db
    .prepare<[organisationId: number], [id: string, path: string]>(
      `SELECT devices.id, ous.path FROM devices JOIN ous ON ous.id = devices.ou_id WHERE devices.organisation_id = ?`,
    )
    .raw();
  return {
    campuses: CAMPUS_CODES,
    *records(query) {
      const { organisationId, withinOuPath } = query;
      const units = withinOuPath === null ? null : unitsWithin(db, organisationId, withinOuPath);
      for (const partition of partitions.within('logs', organisationId, query))
        for (const rows of rowsOf(db, partition, query))
          yield units === null ? rows : rows.filter((row) => units.has(row[3]));
    },
    text: (number) => text.get(number) ?? '',
    homes: (organisationId) => new Map(homes.all(organisationId)),
    devices: (organisationId) => new Map(devices.all(organisationId)),
    close: () => void db.close(),
  };
}

/** Numbers of the paths of a unit and of those below it. */
function unitsWithin(db: Database, organisationId: number, path: string): ReadonlySet<number> {
  const all = db
    .prepare<[organisationId: number], [id: number, path: string]>(
      `SELECT id, text FROM record_texts WHERE organisation_id = ? AND field = 'ou'`,
    )
    .raw()
    .all(organisationId);
  return new Set(all.filter(([, unit]) => isWithinOu(unit, path)).map(([id]) => id));
}

type Row = readonly [...ScannedRecord, number: number];

function* rowsOf(
  db: Database,
  { name, day }: Partition,
  { from, to }: RecordScanQuery,
): Generator<readonly ScannedRecord[]> {
  const start = day * DAY_MS;
  const statement = db
    .prepare<[after: number, before: number], Row>(
      `SELECT ${start} + number / ${SLOTS}, user, device, ou, domain, url, category, campus, count, number FROM ${name}
       WHERE number > CAST(? AS INTEGER) AND number < CAST(? AS INTEGER) ORDER BY number LIMIT ${CHUNK_ROWS}`,
    )
    .raw();
  const before = Math.min(DAY_MS, to - start) * SLOTS;
  let after = Math.max(0, from - start) * SLOTS - 1;
  for (;;) {
    const rows = statement.all(after, before);
    // Typed so that it may have a tenth column: nobody looks at it.
    yield rows as unknown as readonly ScannedRecord[];
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK_ROWS) return;
    after = last[9];
  }
}
