import type { CommandRecord } from '../ports/commands.ts';
import type { DeviceRecord } from '../ports/devices.ts';
import type { Transaction } from '../ports/store.ts';
import { endCommands } from './end-commands.ts';

/** Unenrolls a device and cuts its connection. */
export async function letDeviceGo(tx: Transaction, device: DeviceRecord, at: number): Promise<void> {
  await endEnrollment(tx, device, at);
  tx.wake({ kind: 'revoked', deviceId: device.id });
}

/**
 * Unenrolls a device: its key is no longer valid, and its open commands end. A device that has reported this itself gets the acknowledgement on its open
 * connection and then disconnects. If it does not, the next look at its key disconnects it.
 */
export async function endEnrollment(tx: Transaction, device: DeviceRecord, at: number): Promise<void> {
  await endOpenCommands(tx, device, at);
  await tx.devices.unenroll(device.organisationId, device.id, at);
}

/**
 * Ends the open commands of a device that is being unenrolled: those never sent are cancelled, the others have failed. Otherwise it would get them if it
 * enrolled again.
 */
async function endOpenCommands(tx: Transaction, device: DeviceRecord, at: number): Promise<void> {
  const error = { code: 'unenrolled', detail: 'The device was unenrolled before it reported.' };
  const open = await tx.commands.openOf(device.id);
  const isQueued = ({ status }: CommandRecord): boolean => status === 'queued';
  await endCommands(tx, open.filter(isQueued), { to: 'cancelled', at });
  await endCommands(
    tx,
    open.filter((command) => !isQueued(command)),
    { to: 'failed', at, error },
  );
}
