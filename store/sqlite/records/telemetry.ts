import type { DeviceEvent } from '../../../contracts/mqtt/messages.ts';
import type { TelemetryStore } from '../../ports/telemetry.ts';
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

/** Events about the device itself: their details tell an operator what happened to it. */
const ABOUT_THE_DEVICE: ReadonlySet<string> = new Set<DeviceEvent['kind']>([
  'lock_released',
  'refused',
  'tamper',
  'self_test',
  'protection',
  'repair',
  'portal',
  'fault',
]);
/** Who somebody is, where they went and what they wrote. */
const PERSONAL: ReadonlySet<string> = new Set(['user', 'note', 'host', 'url', 'domain', 'title']);

/**
 * What is kept of an event once it had its effect: alerts, requests and counts have what they need. Nothing that a student did or wrote stays;
 * migration 24 did the same to what was kept before.
 */
export function keptDeviceEvent(event: DeviceEvent): DeviceEvent {
  const members = ABOUT_THE_DEVICE.has(event.kind) ? Object.entries(event.details) : [];
  return { ...event, details: Object.fromEntries(members.filter(([name]) => !PERSONAL.has(name))) };
}
