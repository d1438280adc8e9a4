import type { HardwareFacts } from '../../../contracts/enrollment/enrollment.ts';
import type { DeviceId, OuId } from '../../../contracts/ids.ts';
import { Fault } from '../../../kit/fault.ts';
import type { DeviceRecord, NewDevice } from '../../ports/devices.ts';
import { hardwareIdentity, newDevice, reEnrolledDevice, revivedDevice } from '../../rules/device-changes.ts';
import type { Context } from '../connection/context.ts';
import {
  DEVICE_COLUMNS,
  DEVICE_PARAMETERS,
  type DeviceRow,
  deviceOf,
  deviceParameters,
} from './device-row.ts';

/** Facts stored beside a device record that no view shows yet. */
interface HardwareColumns {
  readonly hardware_identity: string;
  readonly machine_id: string | null;
  readonly hostname: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly unenrolled_at: number | null;
}

export interface DeviceWriter {
  put(device: DeviceRecord): DeviceRecord;
  /** @throws Fault unprocessable when there is no such unit */
  ouPath(organisationId: number, id: OuId): string;
  /** Hides the device and deletes its hardware except the digest. */
  forgetHardware(id: DeviceId, now: number): void;
  /** Deletes what the old installation told: who was seen there, and the reason for its protection. */
  forgetTold(id: DeviceId): void;
  enroll(request: NewDevice): { readonly device: DeviceRecord; readonly reEnrolled: boolean };
  ofHardware(
    organisationId: number,
    hardware: Pick<HardwareFacts, 'machineId' | 'serial'>,
  ): DeviceRecord | null;
}

/** Writes whole devices, for rare changes. */
export function createDeviceWriter({ db }: Pick<Context, 'db'>): DeviceWriter {
  const columns = DEVICE_PARAMETERS;
  const update = db.prepare<[Record<string, unknown>]>(
    `UPDATE devices SET ${columns.map((column) => `${column} = :${column}`).join(', ')} WHERE id = :id`,
  );
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO devices (${columns.join(', ')}, hardware_identity) VALUES (${columns.map((column) => `:${column}`).join(', ')}, :hardware_identity)`,
  );
  const setHardware = db.prepare<
    [Omit<HardwareColumns, 'hardware_identity' | 'unenrolled_at'> & { readonly id: string }]
  >(
    `UPDATE devices SET machine_id = :machine_id, hostname = :hostname, manufacturer = :manufacturer, model = :model, unenrolled_at = NULL
     WHERE id = :id`,
  );
  const forgetHardware = db.prepare<[now: number, id: string]>(
    'UPDATE devices SET machine_id = NULL, hostname = NULL, manufacturer = NULL, model = NULL, unenrolled_at = ? WHERE id = ?',
  );
  const people = db.prepare<[id: string]>('DELETE FROM device_people WHERE device_id = ?');
  const signIns = db.prepare<[id: string]>('DELETE FROM device_sign_ins WHERE device_id = ?');
  const reason = db.prepare<[id: string]>(
    'UPDATE devices SET protection_reason = NULL, protection_reason_state = NULL WHERE id = ?',
  );
  const forgetTold = (id: string): void => {
    people.run(id);
    signIns.run(id);
    reason.run(id);
  };
  const byHardware = db.prepare<[organisationId: number, identity: string], DeviceRow & HardwareColumns>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE organisation_id = ? AND hardware_identity = ?`,
  );
  const ouPath = db
    .prepare<[organisationId: number, id: string], string>(
      'SELECT path FROM ous WHERE organisation_id = ? AND id = ?',
    )
    .pluck();

  const pathOf = (organisationId: number, id: OuId): string => {
    const path = ouPath.get(organisationId, id);
    if (path === undefined) throw new Fault('unprocessable', 'There is no such organisational unit.');
    return path;
  };
  const put = (device: DeviceRecord): DeviceRecord => {
    update.run(deviceParameters(device));
    return device;
  };
  const next = (row: (DeviceRow & HardwareColumns) | undefined, request: NewDevice): DeviceRecord => {
    const path = pathOf(request.organisationId, request.ouId);
    if (row === undefined) return newDevice(request, path);
    return row.unenrolled_at === null
      ? reEnrolledDevice(deviceOf(row), request)
      : revivedDevice(deviceOf(row), request, path);
  };

  return {
    put,
    ouPath: pathOf,
    forgetHardware: (id, now) => void forgetHardware.run(now, id),
    forgetTold,
    enroll(request) {
      const identity = hardwareIdentity(request.hardware);
      const row = byHardware.get(request.organisationId, identity);
      const device = next(row, request);
      if (row === undefined) insert.run({ ...deviceParameters(device), hardware_identity: identity });
      else {
        put(device);
        forgetTold(device.id);
      }
      const { machineId, hostname, manufacturer, model } = request.hardware;
      setHardware.run({ id: device.id, machine_id: machineId, hostname, manufacturer, model });
      return { device, reEnrolled: row !== undefined };
    },
    ofHardware(organisationId, hardware) {
      const row = byHardware.get(organisationId, hardwareIdentity(hardware));
      return row === undefined || row.unenrolled_at !== null ? null : deviceOf(row);
    },
  };
}
