import type { OfflineReason } from '../../contracts/device/presence.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toDevice } from '../../store/views/device.ts';

/**
 * Writes that a device has connected, and `device.online` if it was offline. False, and nothing written, when the key that the login was
 * proven with no longer stands. @param publicKey null = was checked before
 */
export async function writeArrival(
  tx: Transaction,
  deviceId: DeviceId,
  {
    epoch,
    publicKey,
    at,
  }: { readonly epoch: number; readonly publicKey: string | null; readonly at: number },
): Promise<boolean> {
  const before = await tx.devices.find(deviceId);
  if (before === null || (publicKey !== null && before.publicKey !== publicKey)) return false;
  await tx.devices.connected(deviceId, { epoch, at });
  await tx.devices.touch([{ deviceId, lastSeenAt: at }]);
  if (!(await tx.devices.setStatus(deviceId, 'online', at))) return true;
  const device = (await tx.devices.find(deviceId)) ?? before;
  const data = { device: toDevice(device, at) };
  await tx.events.append({
    type: 'device.online',
    organisationId: device.organisationId,
    at,
    deviceId,
    data,
  });
  return true;
}

/** Writes that a device is offline, with its event. A device that was offline already, or is no longer enrolled, fires none. */
export async function writeDeparture(
  tx: Transaction,
  deviceId: DeviceId,
  { reason, at }: { readonly reason: OfflineReason; readonly at: number },
): Promise<void> {
  if (!(await tx.devices.setStatus(deviceId, 'offline', at))) return;
  const device = await tx.devices.find(deviceId);
  if (device === null) return;
  const data = { device: toDevice(device, at), reason };
  await tx.events.append({
    type: 'device.offline',
    organisationId: device.organisationId,
    at,
    deviceId,
    data,
  });
}
