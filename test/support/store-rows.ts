import Sqlite from 'better-sqlite3';
import type { DeviceEvent } from '../../contracts/mqtt/messages.ts';
import type { Bus, Store } from '../../store/ports/store.ts';

/** Where the database of each test store lies. The copies that a test makes of a store have its bus. */
const DATABASES = new WeakMap<Bus, string>();

/** Says where the database of a store lies, for `purgeReceipts` and `keptDeviceEvents`. */
export function noteDatabase({ bus }: Pick<Store, 'bus'>, path: string): void {
  DATABASES.set(bus, path);
}

/** The receipts of what was purged, newest first. No port reads them: they are for whoever examines the database. */
export function purgeReceipts(store: Pick<Store, 'bus'>) {
  return rows<{
    kind: string;
    organisationId: number | null;
    from: number;
    to: number;
    rows: number;
    at: number;
  }>(
    store,
    `SELECT kind, organisation_id AS organisationId, from_at AS "from", to_at AS "to", rows, at FROM purge_receipts
     ORDER BY at DESC, id DESC`,
  );
}

/** The device events of all organisations as they are kept, newest first. No port reads them: the store keeps them to know repeats. */
export function keptDeviceEvents(store: Pick<Store, 'bus'>) {
  return rows<{ deviceId: string; organisationId: number; receivedAt: number; event: string }>(
    store,
    `SELECT device_id AS deviceId, organisation_id AS organisationId, received_at AS receivedAt, event FROM device_events
     ORDER BY received_at DESC, number DESC`,
  ).map(({ event, ...received }) => ({ ...received, event: JSON.parse(event) as DeviceEvent }));
}

function rows<Row>({ bus }: Pick<Store, 'bus'>, sql: string): readonly Row[] {
  const path = DATABASES.get(bus);
  if (path === undefined) throw new Error('nobody said where the database of this store lies');
  const db = new Sqlite(path, { readonly: true });
  try {
    return db.prepare<[], Row>(sql).all();
  } finally {
    db.close();
  }
}
