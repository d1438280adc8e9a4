import type { TelemetryStore } from '../../ports/telemetry.ts';
import { keptDeviceEvent } from '../../rules/kept-device-event.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { createRecordWriter } from './writer.ts';

const HOUR_MS = 3_600_000;

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
      ),
    ),
    purgeDeviceEvents: writes((before, limit) => purge.run(before, limit).changes),
    activityCounts: reads(
      (organisationId, since) => counts.get({ organisationId, since }) ?? { requests: 0, blocked: 0 },
    ),
  };
}
