import type { DeviceId } from '../../contracts/ids.ts';
import type { ReceivedActivity, ReceivedDeviceEvent, TelemetryStore } from '../ports/telemetry.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './context.ts';

interface ActivityRow {
  readonly device_id: DeviceId;
  readonly organisation_id: number;
  readonly received_at: number;
  readonly ou_path: string;
  readonly record: string;
}

interface EventRow {
  readonly device_id: DeviceId;
  readonly organisation_id: number;
  readonly received_at: number;
  readonly event: string;
}

type Recent = { readonly organisationId: number; readonly deviceId: DeviceId | null; readonly limit: number };

export function createTelemetryStore({ db }: Pick<Context, 'db'>): Synchronous<TelemetryStore> {
  const insertActivity = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO activity_records (device_id, record_id, at, organisation_id, received_at, ou_path, kind, action, record)
     VALUES (:deviceId, :recordId, :at, :organisationId, :receivedAt, :ouPath, :kind, :action, :record) ON CONFLICT DO NOTHING`,
  );
  const insertEvent = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO device_events (device_id, event_id, organisation_id, received_at, event)
     VALUES (:deviceId, :eventId, :organisationId, :receivedAt, :event) ON CONFLICT DO NOTHING`,
  );
  const activity = recentOf<ActivityRow>(db, 'activity_records');
  const events = recentOf<EventRow>(db, 'device_events');
  const counts = db.prepare<
    [organisationId: number, since: number],
    { readonly requests: number; readonly blocked: number }
  >(
    `SELECT count(*) AS requests, count(*) FILTER (WHERE action = 'block') AS blocked
     FROM activity_records WHERE organisation_id = ? AND received_at >= ? AND kind = 'request'`,
  );

  return {
    appendActivity(batch) {
      let added = 0;
      for (const { record, ...received } of batch) {
        added += insertActivity.run({
          ...received,
          recordId: record.id,
          at: record.at,
          kind: record.kind,
          action: record.action ?? null,
          record: JSON.stringify(record),
        }).changes;
      }
      return added;
    },
    appendDeviceEvents: (batch) =>
      batch.filter(
        ({ event, ...received }) =>
          insertEvent.run({ ...received, eventId: event.id, event: JSON.stringify(event) }).changes > 0,
      ),
    recentActivity: (organisationId, { deviceId, limit }) =>
      activity({ organisationId, deviceId: deviceId ?? null, limit }).map(activityOf),
    recentDeviceEvents: (organisationId, { deviceId, limit }) =>
      events({ organisationId, deviceId: deviceId ?? null, limit }).map(eventOf),
    activityCounts: (organisationId, since) =>
      counts.get(organisationId, since) ?? { requests: 0, blocked: 0 },
  };
}

/** The newest rows of an organisation, or of one of its devices. */
function recentOf<Row>(
  db: Context['db'],
  table: 'activity_records' | 'device_events',
): (query: Recent) => Row[] {
  const newest = 'ORDER BY received_at DESC, number DESC LIMIT :limit';
  const ofAll = db.prepare<[Recent], Row>(
    `SELECT * FROM ${table} WHERE organisation_id = :organisationId ${newest}`,
  );
  // The + keeps the index by time out where the device has its own. Activity has none: it is walked back in time until there is enough.
  const organisation = table === 'device_events' ? '+organisation_id' : 'organisation_id';
  const ofDevice = db.prepare<[Recent], Row>(
    `SELECT * FROM ${table} WHERE device_id = :deviceId AND ${organisation} = :organisationId ${newest}`,
  );
  return (query) => (query.deviceId === null ? ofAll : ofDevice).all(query);
}

function activityOf(row: ActivityRow): ReceivedActivity {
  return {
    deviceId: row.device_id,
    organisationId: row.organisation_id,
    receivedAt: row.received_at,
    ouPath: row.ou_path,
    record: JSON.parse(row.record),
  };
}

function eventOf(row: EventRow): ReceivedDeviceEvent {
  return {
    deviceId: row.device_id,
    organisationId: row.organisation_id,
    receivedAt: row.received_at,
    event: JSON.parse(row.event),
  };
}
