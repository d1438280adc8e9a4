import type { CommandId } from '../../contracts/ids.ts';
import type { HeartbeatMessage } from '../../contracts/mqtt/messages.ts';
import type { DeviceLock } from '../../store/ports/devices.ts';
import { LOCK_GONE, lockTakenBack } from '../../store/rules/lock-changes.ts';

/**
 * How the stored lock follows the reports of the device. `wanted` is what the server wants, `confirmed` what the device reports. Each function below returns
 * null when nothing changes. The event, if any, is fired with the change.
 */
export interface LockChange {
  readonly lock: DeviceLock;
  readonly event: 'device.locked' | 'device.unlocked' | null;
  /** The command named in the event. */
  readonly commandId: CommandId | null;
}

const MINUTE_MS = 60_000;

/** The device reports that it carried out a lock or unlock command. @param until as the device says; null = it did not say */
export function afterSuccess(
  lock: DeviceLock,
  command: { readonly id: CommandId; readonly type: 'lock' | 'unlock' },
  { now, until }: { readonly now: number; readonly until: number | null },
): LockChange | null {
  const current = lock.commandId === command.id;
  if (command.type === 'unlock') {
    if (!lock.confirmed) return null;
    const rest = current && !lock.wanted ? LOCK_GONE : {};
    return changed({ ...lock, ...rest, confirmed: false }, command.id, now);
  }
  const end = current ? (until ?? endOf(lock, now)) : lock.until;
  if (lock.confirmed && end === lock.until) return null;
  const next = { ...lock, confirmed: true, until: end };
  return lock.confirmed ? { lock: next, event: null, commandId: command.id } : changed(next, command.id, now);
}

/** The lock or unlock command failed or expired: `wanted` goes back to what is confirmed. */
export function afterLoss(lock: DeviceLock, commandId: CommandId, now: number): LockChange | null {
  const before = lockTakenBack(lock, commandId, now);
  return before === null ? null : { lock: before, event: null, commandId };
}

/** The device released the lock by itself (PIN, timer). Only the present lock can be released. */
export function afterRelease(lock: DeviceLock, commandId: string, now: number): LockChange | null {
  if (lock.commandId !== commandId || !(lock.wanted || lock.confirmed)) return null;
  return {
    lock: { ...lock, ...LOCK_GONE, wanted: false, confirmed: false, since: now },
    event: 'device.unlocked',
    commandId: lock.commandId,
  };
}

/**
 * A heartbeat reports the lock. Only `confirmed` is corrected by it, so that a command on its way is not taken for a difference. An exception: when the device
 * names the command that locked it and is unlocked, it has released the lock.
 */
export function afterReport(
  lock: DeviceLock,
  report: HeartbeatMessage['lock'],
  now: number,
): LockChange | null {
  const locked = report.state === 'locked';
  if (locked === lock.confirmed) return null;
  const known = report.commandId !== null && report.commandId === lock.commandId;
  const commandId = (report.commandId as CommandId | null) ?? lock.commandId;
  if (locked) {
    const until = known && lock.wanted ? (report.until ?? lock.until) : lock.until;
    return changed({ ...lock, confirmed: true, until }, commandId, now);
  }
  if (known && lock.wanted) return afterRelease(lock, lock.commandId ?? '', now);
  return changed({ ...lock, ...(lock.wanted ? {} : LOCK_GONE), confirmed: false }, commandId, now);
}

function changed(lock: DeviceLock, commandId: CommandId | null, now: number): LockChange {
  return {
    lock: { ...lock, since: now },
    event: lock.confirmed ? 'device.locked' : 'device.unlocked',
    commandId,
  };
}

function endOf(lock: DeviceLock, now: number): number | null {
  if (lock.durationMinutes === null) return lock.until;
  return lock.until ?? now + lock.durationMinutes * MINUTE_MS;
}
