import type { CommandRecord } from '../../store/ports/commands.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toCommand } from '../../store/views/command.ts';
import { toDevice } from '../../store/views/device.ts';
import type { LockChange } from './reported-lock.ts';

/** Writes a change of a device's lock with its event, and wakes the delivery, since the target state may have changed. */
export async function writeLockChange(
  tx: Transaction,
  device: DeviceRecord,
  change: LockChange | null,
  at: number,
): Promise<void> {
  if (change === null) return;
  await tx.devices.setLock(device.id, change.lock);
  tx.wake({ kind: 'device', deviceId: device.id });
  if (change.event === null) return;
  const after = (await tx.devices.find(device.id)) ?? { ...device, lock: change.lock };
  await tx.events.append({
    type: change.event,
    organisationId: device.organisationId,
    at,
    deviceId: device.id,
    data: { device: toDevice(after, at), commandId: change.commandId },
  });
}

/** Fires the event of a command that has reached a terminal status, and wakes whoever waits for it. */
export async function announceCommand(
  tx: Transaction,
  command: CommandRecord,
  type: 'command.succeeded' | 'command.failed' | 'command.expired',
  at: number,
): Promise<void> {
  const { organisationId, deviceId } = command;
  await tx.events.append({ type, organisationId, at, deviceId, data: { command: toCommand(command) } });
  tx.wake({ kind: 'command', commandId: command.id });
}
