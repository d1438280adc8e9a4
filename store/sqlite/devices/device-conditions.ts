import type { CampusId, DeviceId } from '../../../contracts/ids.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { DeviceConditionRecord, DeviceConditionStore } from '../../ports/device-conditions.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface ConditionRow {
  readonly device_id: DeviceId;
  readonly low_battery: number;
  readonly stale_from: ProtectionState | null;
  readonly left_campus: CampusId | null;
  readonly breached: number;
}

export function createDeviceConditionStore({ db }: Pick<Context, 'db'>): Repository<DeviceConditionStore> {
  const all = db.prepare<[], ConditionRow>('SELECT * FROM device_standings ORDER BY device_id');
  const put = db.prepare<[ConditionRow]>(
    `INSERT INTO device_standings (device_id, low_battery, stale_from, left_campus, breached)
     VALUES (:device_id, :low_battery, :stale_from, :left_campus, :breached)
     ON CONFLICT DO UPDATE SET low_battery = :low_battery, stale_from = :stale_from, left_campus = :left_campus, breached = :breached`,
  );
  const remove = db.prepare<[deviceId: DeviceId]>('DELETE FROM device_standings WHERE device_id = ?');

  return {
    all: reads(() => all.all().map(recordOf)),
    put: writes((record) => {
      if (isPlain(record)) remove.run(record.deviceId);
      else put.run(rowOf(record));
    }),
  };
}

function isPlain({ lowBattery, staleFrom, leftCampusId }: DeviceConditionRecord): boolean {
  return !lowBattery && staleFrom === null && leftCampusId === null;
}

function rowOf(record: DeviceConditionRecord): ConditionRow {
  return {
    device_id: record.deviceId,
    low_battery: record.lowBattery ? 1 : 0,
    stale_from: record.staleFrom,
    left_campus: record.leftCampusId,
    breached: record.breached ? 1 : 0,
  };
}

function recordOf(row: ConditionRow): DeviceConditionRecord {
  return {
    deviceId: row.device_id,
    lowBattery: row.low_battery === 1,
    staleFrom: row.stale_from,
    leftCampusId: row.left_campus,
    breached: row.breached === 1,
  };
}
