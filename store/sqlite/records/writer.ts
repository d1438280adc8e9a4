import type { Database } from 'better-sqlite3';
import type { RecordKind } from '../../ports/records.ts';
import type { ReceivedActivity } from '../../ports/telemetry.ts';
import { type RecordTime, recordTime } from '../../rules/record-time.ts';
import { createDayTables } from './day-tables.ts';
import { createLocalSlots, type LocalSlot } from './local-slots.ts';
import { dayOf } from './numbers.ts';
import { createPartitions, type Growth } from './partitions.ts';
import type { TextNumbers } from './record-values.ts';
import { createRollupTally, prepareRollups, type RollupTally } from './rollup-tally.ts';
import { createTextWriter, type TextField } from './texts.ts';

export interface RecordWriter {
  /** Writes records into their days and counts the new requests. A repeat changes nothing. @returns how many were new */
  append(batch: readonly ReceivedActivity[]): number;
  /** To be called after a rollback. */
  forget(): void;
}

/** The state of an organisation for one batch. */
interface OrganisationBatch {
  readonly tally: RollupTally;
  readonly slotAt: (at: number) => LocalSlot;
  readonly purgedBefore: Readonly<Record<RecordKind, number>>;
  /** Whether any record was ever stored under the time of its receipt. */
  readonly hasStrays: boolean;
  /** UTC day of the last receipt. */
  day: number;
}

export function createRecordWriter(db: Database): RecordWriter {
  const texts = createTextWriter(db);
  const partitions = createPartitions(db);
  const tables = createDayTables(db, partitions);
  const strays = prepareStrays(db);
  const begin = createBatches(db);

  const numbersOf = (received: ReceivedActivity, day: number): TextNumbers => {
    const { organisationId, deviceId, ouPath, record } = received;
    const number = (field: TextField, text: string | null | undefined): number | null =>
      text === null || text === undefined || text === ''
        ? null
        : texts.numberOf(organisationId, field, text, day);
    const isRequest = record.kind === 'request';
    return {
      device: texts.numberOf(organisationId, 'device', deviceId, day),
      user: number('user', record.user),
      ou: texts.numberOf(organisationId, 'ou', ouPath, day),
      domain: number('domain', record.domain?.toLowerCase()),
      category: number('category', record.category),
      policy: isRequest ? number('policy', record.policyId) : null,
      rule: isRequest ? number('rule', record.ruleId) : null,
      app: isRequest ? number('app', record.app) : null,
    };
  };
  /** Whether a record was stored under the time of its receipt before, or is now for the second time. */
  const isRepeatedStray = (
    { deviceId, record }: ReceivedActivity,
    { deviceAt, at }: RecordTime,
    hasStrays: boolean,
  ): boolean => {
    if (deviceAt !== null) return strays.add.run(deviceAt, deviceId, record.id, dayOf(at)).changes === 0;
    // Its own time may be credible by now.
    return hasStrays && strays.find.get(record.at, deviceId, record.id) !== undefined;
  };
  const append = (received: ReceivedActivity, batch: OrganisationBatch): Appended | null => {
    const { receivedAt, record, ouPath } = received;
    const kind: RecordKind = record.kind === 'request' ? 'logs' : 'activity';
    const time = recordTime(record.at, { receivedAt, purgedBefore: batch.purgedBefore[kind] });
    if (isRepeatedStray(received, time, batch.hasStrays)) return null;
    const numbers = numbersOf(received, dayOf(receivedAt));
    const table = tables.insert(kind, { received, numbers, time });
    if (table === null) return null;
    if (kind === 'logs') {
      const slot = batch.slotAt(time.at);
      const blocked = record.action === 'block';
      // Reports name no person on the unproven word of a device.
      const user = received.unproven === true ? null : numbers.user;
      batch.tally.add({ ...numbers, user, ouPath, slot, requests: record.count ?? 1, blocked });
    }
    return { table, at: time.at };
  };

  return {
    append(records) {
      const growth = new Map<string, Growth>();
      const batches = new Map<number, OrganisationBatch>();
      let added = 0;
      for (const received of records) {
        const batch = batches.get(received.organisationId) ?? begin(received.organisationId);
        batches.set(received.organisationId, batch);
        batch.day = dayOf(received.receivedAt);
        const appended = append(received, batch);
        if (appended === null) continue;
        added += 1;
        growth.set(appended.table, grown(growth.get(appended.table), appended.at));
      }
      for (const [name, grew] of growth) partitions.grow(name, grew);
      for (const [organisationId, { tally, day }] of batches)
        tally.write(organisationId, (path) => texts.numberOf(organisationId, 'ou', path, day));
      return added;
    },
    forget() {
      texts.forget();
      tables.forget();
    },
  };
}

interface Appended {
  readonly table: string;
  readonly at: number;
}

function createBatches(db: Database): (organisationId: number) => OrganisationBatch {
  const rollups = prepareRollups(db);
  const timezoneOf = db
    .prepare<[organisationId: number], string>('SELECT timezone FROM organisations WHERE id = ?')
    .pluck();
  const purgedBefore = db
    .prepare<[RecordKind, organisationId: number], number | null>(
      'SELECT max(to_at) FROM purge_receipts WHERE kind = ? AND organisation_id = ?',
    )
    .pluck();
  const anyStray = db.prepare<[], number>('SELECT 1 FROM stray_records LIMIT 1').pluck();
  const zones = new Map<string, (at: number) => LocalSlot>();
  return (organisationId) => {
    const timezone = timezoneOf.get(organisationId) ?? 'UTC';
    const slotAt = zones.get(timezone) ?? createLocalSlots(timezone);
    zones.set(timezone, slotAt);
    return {
      tally: createRollupTally(rollups),
      slotAt,
      purgedBefore: {
        logs: purgedBefore.get('logs', organisationId) ?? 0,
        activity: purgedBefore.get('activity', organisationId) ?? 0,
      },
      hasStrays: anyStray.get() !== undefined,
      day: 0,
    };
  };
}

function prepareStrays(db: Database) {
  return {
    find: db
      .prepare<[number, string, string], number>(
        'SELECT 1 FROM stray_records WHERE device_at = ? AND device_id = ? AND record_id = ?',
      )
      .pluck(),
    add: db.prepare<[number, string, string, number]>(
      'INSERT INTO stray_records (device_at, device_id, record_id, day) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
  };
}

function grown(known: Growth | undefined, at: number): Growth {
  if (known === undefined) return { rows: 1, minAt: at, maxAt: at };
  return { rows: known.rows + 1, minAt: Math.min(known.minAt, at), maxAt: Math.max(known.maxAt, at) };
}
