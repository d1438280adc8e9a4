import type { DeviceId } from '../../../contracts/ids.ts';
import type { DeviceQuotaStore } from '../../ports/device-quotas.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface SpentRow {
  readonly device_id: DeviceId;
  readonly spent: string;
  readonly at: number;
}

export function createDeviceQuotaStore({ db }: Pick<Context, 'db'>): Repository<DeviceQuotaStore> {
  const untold = db
    .prepare<[], DeviceId>('SELECT device_id FROM device_untold_presence ORDER BY device_id')
    .pluck();
  const holdBack = db.prepare<[deviceId: DeviceId]>(
    `INSERT INTO device_untold_presence (device_id, events)
       SELECT id, 1 FROM devices WHERE id = ? AND unenrolled_at IS NULL
     ON CONFLICT DO UPDATE SET events = events + 1`,
  );
  const release = db
    .prepare<[deviceId: DeviceId], number>(
      'DELETE FROM device_untold_presence WHERE device_id = ? RETURNING events',
    )
    .pluck();
  const spent = db.prepare<[], SpentRow>('SELECT * FROM device_spent_budgets ORDER BY device_id');
  const keep = db.prepare<[SpentRow]>(
    `INSERT INTO device_spent_budgets (device_id, spent, at)
       SELECT id, :spent, :at FROM devices WHERE id = :device_id
     ON CONFLICT DO UPDATE SET spent = :spent, at = :at`,
  );
  const forget = db.prepare<[deviceId: DeviceId]>('DELETE FROM device_spent_budgets WHERE device_id = ?');

  return {
    untold: reads(() => untold.all()),
    holdBack: writes((deviceId) => {
      holdBack.run(deviceId);
    }),
    release: writes((deviceId) => release.get(deviceId) ?? 0),
    spent: reads(() =>
      spent.all().map((row) => ({ deviceId: row.device_id, spent: JSON.parse(row.spent), at: row.at })),
    ),
    keepSpent: writes((all) => {
      for (const one of all)
        keep.run({ device_id: one.deviceId, spent: JSON.stringify(one.spent), at: one.at });
    }),
    forgetSpent: writes((deviceIds) => {
      for (const deviceId of deviceIds) forget.run(deviceId);
    }),
  };
}
