import type { CampusId, DeviceId } from '../../../contracts/ids.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { DeviceStanding, DeviceStandingStore } from '../../ports/device-standings.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface StandingRow {
  readonly device_id: DeviceId;
  readonly low_battery: number;
  readonly stale_from: ProtectionState | null;
  readonly left_campus: CampusId | null;
  readonly breached: number;
}

export function createDeviceStandingStore({ db }: Pick<Context, 'db'>): Repository<DeviceStandingStore> {
  const all = db.prepare<[], StandingRow>('SELECT * FROM device_standings ORDER BY device_id');
  const put = db.prepare<[StandingRow]>(
    `INSERT INTO device_standings (device_id, low_battery, stale_from, left_campus, breached)
     VALUES (:device_id, :low_battery, :stale_from, :left_campus, :breached)
     ON CONFLICT DO UPDATE SET low_battery = :low_battery, stale_from = :stale_from, left_campus = :left_campus, breached = :breached`,
  );
  const remove = db.prepare<[deviceId: DeviceId]>('DELETE FROM device_standings WHERE device_id = ?');

  return {
    all: reads(() => all.all().map(standingOf)),
    put: writes((standing) => {
      if (isPlain(standing)) remove.run(standing.deviceId);
      else put.run(rowOf(standing));
    }),
  };
}

function isPlain({ lowBattery, staleFrom, leftCampusId }: DeviceStanding): boolean {
  return !lowBattery && staleFrom === null && leftCampusId === null;
}

function rowOf(standing: DeviceStanding): StandingRow {
  return {
    device_id: standing.deviceId,
    low_battery: standing.lowBattery ? 1 : 0,
    stale_from: standing.staleFrom,
    left_campus: standing.leftCampusId,
    breached: standing.breached ? 1 : 0,
  };
}

function standingOf(row: StandingRow): DeviceStanding {
  return {
    deviceId: row.device_id,
    lowBattery: row.low_battery === 1,
    staleFrom: row.stale_from,
    leftCampusId: row.left_campus,
    breached: row.breached === 1,
  };
}
