import type { Database } from 'better-sqlite3';
import type { BypassKind } from '../../../contracts/policy/bypass.ts';
import type { RecordKind } from '../../ports/records.ts';
import { DAY_MS } from './numbers.ts';

/**
 * A day of records: one table a kind, organisation and UTC day. `number` holds time and place (`numbers.ts`): the time of a row is
 * `day × 86,400,000 + number / 67,108,864` (integer division), epoch milliseconds. `device`, `user`, `ou`, `domain`, `category`, `policy`,
 * `rule` and `app` are numbers of `record_texts`; `device_at` is the device's own time where that could not be true, else null; `record` is a
 * digest of device and record id, by which a repeat is known; `unproven` is 1 or null.
 */
export interface Partition {
  readonly organisationId: number;
  readonly kind: RecordKind;
  /** Days since 1970-01-01 (UTC). */
  readonly day: number;
  /** Of the table. */
  readonly name: string;
  readonly rows: number;
  /** Times of the first and the last row, epoch milliseconds. */
  readonly minAt: number;
  readonly maxAt: number;
}

/** Values of the column `action`. */
export const ACTION_CODES = ['allow', 'block'] as const;
/** Values of `campus`. */
export const CAMPUS_CODES = ['unknown', 'on-campus', 'off-campus'] as const;
/** Values of `reason`: never reorder, only append. */
export const REASON_CODES = [
  'default',
  'allow',
  'block',
  'locked_block',
  'locked_allow',
  'override',
  'classroom',
  'crisis_allow',
  'protection',
] as const;
/** Values of `bypass`: never reorder, only append. */
export const BYPASS_CODES = [
  'foreign_dns',
  'dot',
  'doq',
  'doh',
  'quic',
  'ech',
  'private_relay',
  'unnamed_host',
  'false_address',
  'vpn',
  'tor',
  'proxy_misuse',
  'guest',
] as const satisfies readonly BypassKind[];
/** Values of `kind`: never reorder, only append. */
export const ACTIVITY_CODES = ['visit', 'search', 'video', 'app', 'signin'] as const;

/** Columns in the order of the table, without `number`. */
export const LOG_COLUMNS = [
  'received_at',
  'device',
  'user',
  'ou',
  'domain',
  'category',
  'action',
  'reason',
  'policy',
  'policy_version',
  'rule',
  'campus',
  'count',
  'url',
  'record',
  'device_at',
  'bypass',
  'app',
  'unproven',
] as const;
export const ACTIVITY_COLUMNS = [
  'received_at',
  'device',
  'user',
  'ou',
  'kind',
  'title',
  'url',
  'domain',
  'category',
  'duration_seconds',
  'flagged',
  'record',
  'device_at',
  'unproven',
] as const;

const OPTIONAL = new Set<string>([
  'user',
  'domain',
  'category',
  'policy',
  'policy_version',
  'rule',
  'title',
  'url',
  'duration_seconds',
  'device_at',
  'bypass',
  'app',
  'unproven',
]);
const TEXT = new Set<string>(['title', 'url']);

/** Of the tables that are made now (migration 0015). 2: logs with bypass and app. 3: both kinds with unproven. */
const LAYOUT = 3;

/** `logs_1_20261121`. */
export function partitionName(kind: RecordKind, organisationId: number, day: number): string {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  return `${kind}_${organisationId}_${date}`;
}

/** Columns with an index of their own, for filters that fit one row in thousands. The rest is found by looking at rows in the order of time. */
export type IndexedColumn = 'device' | 'user' | 'domain' | 'action' | 'flagged';

export function indexName(partition: Pick<Partition, 'name'>, column: IndexedColumn): string {
  return `${partition.name}_${column}`;
}

function tableSql(kind: RecordKind, name: string): string {
  const columns = (kind === 'logs' ? LOG_COLUMNS : ACTIVITY_COLUMNS).map(
    (column) =>
      `${column} ${TEXT.has(column) ? 'TEXT' : 'INTEGER'}${OPTIONAL.has(column) ? '' : ' NOT NULL'}`,
  );
  // Blocked and flagged ones are few, and come in the order of time: their index is small and grows at its end.
  const few = kind === 'logs' ? 'action' : 'flagged';
  return `
    CREATE TABLE ${name} (number INTEGER PRIMARY KEY, ${columns.join(', ')}) STRICT;
    CREATE INDEX ${name}_device ON ${name} (device);
    CREATE INDEX ${name}_user ON ${name} (user) WHERE user IS NOT NULL;
    CREATE INDEX ${name}_domain ON ${name} (domain) WHERE domain IS NOT NULL;
    CREATE INDEX ${name}_${few} ON ${name} (${few}) WHERE ${few} = 1;`;
}

export interface PartitionRow {
  readonly organisation_id: number;
  readonly kind: RecordKind;
  readonly day: number;
  readonly name: string;
  readonly rows: number;
  readonly min_at: number;
  readonly max_at: number;
  readonly purging: number;
  readonly layout: number;
  /** 0: some of its records may lie where no secret has put them (migration 0017). */
  readonly keyed: number;
}

export function partitionOf(row: PartitionRow): Partition {
  return {
    organisationId: row.organisation_id,
    kind: row.kind,
    day: row.day,
    name: row.name,
    rows: row.rows,
    minAt: row.min_at,
    maxAt: row.max_at,
  };
}

/** What was added to a day. */
export interface Growth {
  readonly rows: number;
  readonly minAt: number;
  readonly maxAt: number;
}

export interface Partitions {
  /**
   * The table of a day; it is made, within the transaction that runs, when there is none. `keyed`: all its records lie where the secret of the
   * database puts them.
   */
  ensure(
    kind: RecordKind,
    organisationId: number,
    day: number,
  ): { readonly name: string; readonly keyed: boolean };
  grow(name: string, growth: Growth): void;
  /** Days of an organisation that touch a range (epoch milliseconds, half-open), oldest first. */
  within(
    kind: RecordKind,
    organisationId: number,
    range: { readonly from: number; readonly to: number },
  ): readonly Partition[];
}

/** The register of day tables. */
export function createPartitions(db: Database): Partitions {
  const find = db.prepare<[number, RecordKind, number], PartitionRow>(
    'SELECT * FROM record_partitions WHERE organisation_id = ? AND kind = ? AND day = ?',
  );
  const insert = db.prepare<[number, RecordKind, number, string]>(
    `INSERT INTO record_partitions (organisation_id, kind, day, name, rows, min_at, max_at, layout, keyed)
     VALUES (?, ?, ?, ?, 0, ${Number.MAX_SAFE_INTEGER}, 0, ${LAYOUT}, 1)`,
  );
  const setLayout = db.prepare<[name: string]>(
    `UPDATE record_partitions SET layout = ${LAYOUT} WHERE name = ?`,
  );
  /** A table of an older version, within the transaction that writes to it. */
  const bringUpToDate = ({ kind, name, layout }: PartitionRow): void => {
    if (layout >= LAYOUT) return;
    const missing = [...(kind === 'logs' && layout < 2 ? ['bypass', 'app'] : []), 'unproven'];
    for (const column of missing) db.exec(`ALTER TABLE ${name} ADD COLUMN ${column} INTEGER`);
    setLayout.run(name);
  };
  const grow = db.prepare<[number, number, number, string]>(
    'UPDATE record_partitions SET rows = rows + ?, min_at = min(min_at, ?), max_at = max(max_at, ?) WHERE name = ?',
  );
  const within = db.prepare<[number, RecordKind, number, number], PartitionRow>(
    'SELECT * FROM record_partitions WHERE organisation_id = ? AND kind = ? AND day BETWEEN ? AND ? AND purging = 0 ORDER BY day',
  );
  return {
    ensure(kind, organisationId, day) {
      const known = find.get(organisationId, kind, day);
      if (known !== undefined) {
        bringUpToDate(known);
        return { name: known.name, keyed: known.keyed === 1 };
      }
      const name = partitionName(kind, organisationId, day);
      db.exec(tableSql(kind, name));
      insert.run(organisationId, kind, day, name);
      return { name, keyed: true };
    },
    grow: (name, { rows, minAt, maxAt }) => void grow.run(rows, minAt, maxAt, name),
    within: (kind, organisationId, { from, to }) =>
      from >= to
        ? []
        : within
            .all(organisationId, kind, Math.floor(from / DAY_MS), Math.floor((to - 1) / DAY_MS))
            .map(partitionOf),
  };
}
