import type { DevicePatch } from '../../contracts/rest/requests.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { followClaims } from '../../store/rules/follow-claims.ts';
import { letDeviceGo } from '../../store/rules/let-device-go.ts';
import { notFound } from '../input/field-fault.ts';
import { deviceInReach, namedOu, type Reach } from '../input/reach.ts';

/** A call that concerns one device and expects a version of it. */
export interface DeviceCall {
  readonly reach: Reach;
  readonly id: string;
  readonly now: number;
  /** Throws when the version differs from the version that the caller has read. */
  readonly checkVersion: (version: number) => void;
}

/**
 * Changes the fields of a device that people may change. An empty patch changes nothing.
 * @throws Fault not_found, precondition_failed, ou_not_permitted, unprocessable when there is no such unit
 */
export async function updateDevice(
  tx: Transaction,
  { reach, id, now, checkVersion }: DeviceCall,
  { ou, name, assetTag, tags }: DevicePatch,
): Promise<DeviceRecord> {
  const device = await deviceInReach(tx, reach, id);
  checkVersion(device.version);
  const changes = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(assetTag === undefined ? {} : { assetTag }),
    ...(tags === undefined ? {} : { tags }),
    ...(ou === undefined ? {} : { ouId: (await namedOu(tx, reach, ou)).id }),
  };
  if (Object.keys(changes).length === 0) return device;
  const moved = ou === undefined ? [] : [device.id];
  const changed = await followClaims(tx, { ids: moved, now }, () =>
    tx.devices.update(reach.organisationId, id, changes, now),
  );
  if (changed === null) throw notFound('device');
  return changed;
}

/**
 * Unenrolls a device: its key is revoked, its open commands end and its connection is cut.
 * @throws Fault not_found, precondition_failed
 */
export async function unenrollDevice(
  tx: Transaction,
  { reach, id, now, checkVersion }: DeviceCall,
): Promise<void> {
  const device = await deviceInReach(tx, reach, id);
  checkVersion(device.version);
  await letDeviceGo(tx, device, now);
}
