import type { OfflineReason } from '../../contracts/device/presence.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toDevice } from '../../store/views/device.ts';

/** What became of the event of a transition: `told`: written, `held`: held back, `none`: there was no transition. */
export type Telling = 'told' | 'held' | 'none';

/**
 * Writes that a device has connected, and `device.online` if it was offline.
 * @param publicKey null = was checked before
 * @param mayTell false = its event is held back
 * @returns null, with nothing written, when the key of the login is no longer valid
 */
export async function writeArrival(
  tx: Transaction,
  deviceId: DeviceId,
  {
    epoch,
    publicKey,
    at,
    mayTell,
  }: {
    readonly epoch: number;
    readonly publicKey: string | null;
    readonly at: number;
    readonly mayTell: boolean;
  },
): Promise<Telling | null> {
  const before = await tx.devices.find(deviceId);
  if (before === null || (publicKey !== null && before.publicKey !== publicKey)) return null;
  await tx.devices.connected(deviceId, { epoch, at });
  await tx.devices.touch([{ deviceId, lastSeenAt: at }]);
  if (!(await tx.devices.setStatus(deviceId, 'online', at))) return 'none';
  return await tell(tx, (await tx.devices.find(deviceId)) ?? before, { at, mayTell });
}

/** Writes that a device is offline, with its event. Writes none for a device that was offline already or is no longer enrolled. */
export async function writeDeparture(
  tx: Transaction,
  deviceId: DeviceId,
  { reason, at, mayTell }: { readonly reason: OfflineReason; readonly at: number; readonly mayTell: boolean },
): Promise<Telling> {
  if (!(await tx.devices.setStatus(deviceId, 'offline', at))) return 'none';
  const device = await tx.devices.find(deviceId);
  return device === null ? 'none' : await tell(tx, device, { reason, at, mayTell });
}

/** Fires the event of a device's present state if events about it were held back, so that the last event is always true. */
export async function writeHeldBack(tx: Transaction, deviceId: DeviceId, at: number): Promise<Telling> {
  const held = await tx.deviceQuotas.release(deviceId);
  const device = await tx.devices.find(deviceId);
  if (held === 0 || device === null) return 'none';
  // This event is the last of them.
  await append(tx, device, { heldBack: held - 1, at });
  return 'told';
}

async function tell(
  tx: Transaction,
  device: DeviceRecord,
  { mayTell, ...more }: { readonly mayTell: boolean; readonly reason?: OfflineReason; readonly at: number },
): Promise<Telling> {
  if (!mayTell) {
    await tx.deviceQuotas.holdBack(device.id);
    return 'held';
  }
  await append(tx, device, { ...more, heldBack: await tx.deviceQuotas.release(device.id) });
  return 'told';
}

async function append(
  tx: Transaction,
  device: DeviceRecord,
  {
    reason = device.disconnectReason ?? 'silence',
    heldBack,
    at,
  }: { readonly reason?: OfflineReason; readonly heldBack: number; readonly at: number },
): Promise<void> {
  const { id: deviceId, organisationId, status } = device;
  const data = {
    device: toDevice(device, at),
    ...(status === 'offline' ? { reason } : {}),
    ...(heldBack === 0 ? {} : { heldBack }),
  };
  await tx.events.append({ type: `device.${status}`, organisationId, at, deviceId, data });
}
