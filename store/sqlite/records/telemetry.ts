import type { DeviceId } from '../../../contracts/ids.ts';
import type { ReceivedDeviceEvent, TelemetryStore } from '../../ports/telemetry.ts';
import { keptDeviceEvent } from '../../rules/kept-device-event.ts';
import type { Context } from '../context.ts';
import { reads, type Repository, writes } from '../repository.ts';
import { createRecordWriter } from './writer.ts';

const HOUR_MS = 3_600_000;

interface EventRow {
  readonly device_id: DeviceId;
  readonly organisation_id: number;
  readonly received_at: number;
  readonly event: string;
}

type Recent = { readonly organisationId: number; readonly deviceId: DeviceId | null; readonly limit: number };

export function createTelemetryStore({
  db,
  onRollback,
}: Pick<Context, 'db' | 'onRollback'>): Repository<TelemetryStore> {
  const records = createRecordWriter(db);
  onRollback(() => records.forget());
  const insertEvent = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO device_events (device_id, event_id, organisation_id, received_at, event)
     VALUES (:deviceId, :eventId, :organisationId, :receivedAt, :event) ON CONFLICT DO NOTHING`,
  );
  const purge = db.prepare<[before: number, limit: number]>(
    'DELETE FROM device_events WHERE number IN (SELECT number FROM device_events WHERE received_at < ? ORDER BY received_at LIMIT ?)',
  );
  const events = recentOf(db);
  const counts = db.prepare<
    [{ readonly organisationId: number; readonly since: number }],
    { readonly requests: number; readonly blocked: number }
  >(
    `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(blocked), 0) AS blocked FROM rollup_hours
     WHERE organisation_id = :organisationId AND hour > :since - ${HOUR_MS}
       AND ou = (SELECT id FROM record_texts WHERE organisation_id = :organisationId AND field = 'ou' AND text = '/')`,
  );

  return {
    appendActivity: writes((batch) => records.append(batch)),
    appendDeviceEvents: writes((batch) =>
      batch.filter(
        ({ event, ...received }) =>
          insertEvent.run({ ...received, eventId: event.id, event: JSON.stringify(keptDeviceEvent(event)) })
            .changes > 0,
      )),
    recentDeviceEvents: reads((organisationId, { deviceId, limit }) =>
      events({ organisationId, deviceId: deviceId ?? null, limit }).map(eventOf)),
    purgeDeviceEvents: writes((before, limit) => purge.run(before, limit).changes),
    activityCounts: reads((organisationId, since) =>
      counts.get({ organisationId, since }) ?? { requests: 0, blocked: 0 }),
  };
}

/** The newest events of an organisation, or of one of its devices. */
function recentOf(db: Context['db']): (query: Recent) => EventRow[] {
  const newest = 'ORDER BY received_at DESC, number DESC LIMIT :limit';
  const ofAll = db.prepare<[Recent], EventRow>(
    `SELECT * FROM device_events WHERE organisation_id = :organisationId ${newest}`,
  );
  // The + keeps the index by time out where the device has its own.
  const ofDevice = db.prepare<[Recent], EventRow>(
    `SELECT * FROM device_events WHERE device_id = :deviceId AND +organisation_id = :organisationId ${newest}`,
  );
  return (query) => (query.deviceId === null ? ofAll : ofDevice).all(query);
}

function eventOf(row: EventRow): ReceivedDeviceEvent {
  return {
    deviceId: row.device_id,
    organisationId: row.organisation_id,
    receivedAt: row.received_at,
    event: JSON.parse(row.event),
  };
}
